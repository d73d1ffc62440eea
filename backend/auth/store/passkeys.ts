import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, type RowOf } from '../../db/rows.ts';

/** The stored part of a credential. Ids are base64url. */
export interface StoredCredential {
  readonly id: string;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

export interface NewCredential extends StoredCredential {
  readonly aaguid: string;
  readonly attestationType: string;
  readonly backupEligible: boolean;
  readonly backedUp: boolean;
}

/** The state of a credential after a use. */
export type Use = Pick<NewCredential, 'counter' | 'backedUp'>;

const columns = columnsOf('auth.webauthn_credentials', {
  id: column<string>(),
  friendly_name: column<string>(),
  created_at: column<Date>(),
  last_used_at: column<Date | null>(),
});

export type Passkey = RowOf<typeof columns>;

const proofColumns = columnsOf('auth.webauthn_credentials', {
  passkeyId: column<string>('id'),
  publicKey: column<Buffer>('public_key'),
  counter: column<number>('sign_count::float8'),
  transports: column<readonly string[]>(),
});

/** Per account: upstream's number. */
export const maxPasskeys = 10;

export function findPasskeys(db: Queryable, userId: string): Promise<readonly Passkey[]> {
  return db.query<Passkey>(`${columns.select} where user_id = $1 order by created_at, id`, [userId]);
}

/** The ids of an account's credentials, base64url. */
export async function credentialIds(db: Queryable, userId: string): Promise<readonly string[]> {
  const rows = await db.query<{ credential_id: Buffer }>(
    'select credential_id from auth.webauthn_credentials where user_id = $1',
    [userId],
  );
  return rows.map(({ credential_id: id }) => id.toString('base64url'));
}

/** @returns undefined when the credential is already registered */
export function insertPasskey(
  transaction: Queryable,
  userId: string,
  credential: NewCredential,
): Promise<Passkey | undefined> {
  return columns.first(
    transaction,
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, attestation_type, aaguid, sign_count,
       transports, backup_eligible, backed_up)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning ${columns.sql}`,
    [
      userId,
      Buffer.from(credential.id, 'base64url'),
      credential.publicKey,
      credential.attestationType,
      credential.aaguid,
      credential.counter,
      JSON.stringify(credential.transports),
      credential.backupEligible,
      credential.backedUp,
    ],
  );
}

/** A user's passkey by its credential id, locked so that two uses with the same counter take turns. */
export async function lockPasskey(transaction: Queryable, userId: string, credentialId: string) {
  const values = [Buffer.from(credentialId, 'base64url'), userId];
  const row = await proofColumns.find(transaction, 'credential_id = $1 and user_id = $2 for update', values);
  return row && { ...row, id: credentialId };
}

export async function markUsed(
  transaction: Queryable,
  id: string,
  { counter, backedUp }: Use,
): Promise<void> {
  await transaction.query(
    `update auth.webauthn_credentials
     set sign_count = $2, backed_up = $3, last_used_at = now(), updated_at = now() where id = $1`,
    [id, counter, backedUp],
  );
}

/** @returns undefined when the user has no such passkey */
export function setPasskeyName(
  db: Queryable,
  userId: string,
  id: string,
  friendlyName: string,
): Promise<Passkey | undefined> {
  const sql = `update auth.webauthn_credentials set friendly_name = $3, updated_at = now()
     where id = $1 and user_id = $2 returning ${columns.sql}`;
  return columns.first(db, sql, [id, userId, friendlyName]);
}

/** @returns false when the user has no such passkey */
export async function deletePasskey(db: Queryable, userId: string, id: string): Promise<boolean> {
  const rows = await db.query(
    'delete from auth.webauthn_credentials where id = $1 and user_id = $2 returning id',
    [id, userId],
  );
  return rows.length > 0;
}

export async function deleteAllPasskeys(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query('delete from auth.webauthn_credentials where user_id = $1', [userId]);
}
