import type { Queryable } from '../../db/database.ts';
import { column, columnsOf, insertRow, type RowOf } from '../../db/rows.ts';

export type FactorType = 'totp' | 'phone' | 'webauthn';

const publicColumns = columnsOf('auth.mfa_factors f', {
  id: column<string>(),
  friendly_name: column<string>(),
  factor_type: column<FactorType>(),
  status: column<'unverified' | 'verified'>(),
  phone: column<string | null>(),
  last_challenged_at: column<string | null>(),
  created_at: column<string>(),
  updated_at: column<string>(),
});

/** The public columns of `auth.mfa_factors` as PostgreSQL's JSON: times are ISO 8601 text. */
export type Factor = RowOf<typeof publicColumns>;

/** `auth.mfa_factors.web_authn_credential` in upstream's form: bytes are base64. */
export interface FactorCredential {
  readonly id: string;
  readonly publicKey: string;
  readonly attestationType: string;
  readonly transport: readonly string[];
  readonly flags: {
    readonly userPresent: true;
    readonly userVerified: true;
    readonly backupEligible: boolean;
    readonly backupState: boolean;
  };
  readonly authenticator: { readonly AAGUID: string; readonly signCount: number };
}

const secretColumns = columnsOf('auth.mfa_factors', {
  secret: column<string | null>(),
  last_totp_step: column<number | null>('last_totp_step::float8'),
  /** Null unless a WebAuthn factor is verified. */
  web_authn_credential: column<FactorCredential | null>(),
  /** Null before the first challenge. */
  seconds_since_challenge: column<number | null>(
    'extract(epoch from clock_timestamp() - last_challenged_at)::float8',
  ),
});

/** The secret columns, to check a code with. */
export type FactorProof = RowOf<typeof secretColumns>;

/** SQL: the factors of the user `u` of a query, as JSON. */
export const factorsOfUser = `coalesce((select jsonb_agg(
    jsonb_build_object(${publicColumns.json}) order by f.created_at, f.id)
  from auth.mfa_factors f where f.user_id = u.id), '[]')`;

export function isVerified({ status }: Factor): boolean {
  return status === 'verified';
}

type NewFactor = Pick<Factor, 'id' | 'factor_type' | 'friendly_name' | 'phone'> & {
  readonly user_id: string;
  /** As `sealed-secrets.ts` seals it. */
  readonly secret: string | null;
};

export async function insertFactor(transaction: Queryable, factor: NewFactor): Promise<void> {
  await insertRow(transaction, 'auth.mfa_factors', factor);
}

/** Deletes a factor. A trigger lowers the sessions that it has raised. */
export async function deleteFactor(transaction: Queryable, id: string): Promise<void> {
  await transaction.query('delete from auth.mfa_factors where id = $1', [id]);
}

export async function deleteAllFactors(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query('delete from auth.mfa_factors where user_id = $1', [userId]);
}

/** Deletes enrollments that are unfinished after 300 seconds: upstream's number. */
export async function deleteAbandonedFactors(transaction: Queryable, userId: string): Promise<void> {
  await transaction.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified'
       and created_at <= now() - interval '300 seconds'`,
    [userId],
  );
}

export async function deleteUnverifiedFactors(
  transaction: Queryable,
  userId: string,
  type: FactorType,
): Promise<void> {
  await transaction.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2`,
    [userId, type],
  );
}

/** The secrets of a factor, locked until the transaction ends, so that concurrent uses of a code count once. */
export function lockFactor(transaction: Queryable, id: string): Promise<FactorProof | undefined> {
  return secretColumns.find(transaction, 'id = $1 for update', [id]);
}

/** @param step the TOTP step whose code was accepted; null for other types */
export async function markVerified(transaction: Queryable, id: string, step: number | null): Promise<void> {
  await transaction.query(
    `update auth.mfa_factors set status = 'verified', last_totp_step = $2, updated_at = now() where id = $1`,
    [id, step],
  );
}

/** The credentials of a user's WebAuthn factors, by the factor's id. */
export async function listFactorCredentials(
  db: Queryable,
  userId: string,
): Promise<ReadonlyMap<string, FactorCredential>> {
  const rows = await db.query<{ id: string; credential: FactorCredential }>(
    `select id, web_authn_credential as credential from auth.mfa_factors
     where user_id = $1 and web_authn_credential is not null`,
    [userId],
  );
  return new Map(rows.map(({ id, credential }) => [id, credential]));
}

export async function saveFactorCredential(
  transaction: Queryable,
  id: string,
  credential: FactorCredential,
): Promise<void> {
  const aaguid = Buffer.from(credential.authenticator.AAGUID, 'base64').toString('hex');
  await transaction.query(
    'update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1',
    [id, JSON.stringify(credential), aaguid],
  );
}

/** Changes the values that are not null. */
export async function renameFactor(
  transaction: Queryable,
  id: string,
  name: string | null,
  phone: string | null,
): Promise<void> {
  await transaction.query(
    `update auth.mfa_factors set friendly_name = coalesce($2, friendly_name), phone = coalesce($3, phone),
       updated_at = now() where id = $1`,
    [id, name, phone],
  );
}

/** The ids of the sessions that a factor has raised. */
export async function sessionsOfFactor(db: Queryable, id: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>('select id from auth.sessions where factor_id = $1', [id]);
  return rows.map((row) => row.id);
}
