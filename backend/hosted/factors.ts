import type { createFactorSecrets } from '../auth/factors/sealed-secrets.ts';
import type { Queryable } from '../db/database.ts';
import type { Ends } from './copy.ts';

export type FactorSecrets = ReturnType<typeof createFactorSecrets>;

/** Turns the stored secret of a factor into that of the other side; undefined when it cannot be read. */
export type Translate = (factorId: string, secret: string) => string | undefined;

/** Base32, as authenticator apps take it. A hosted project that encrypts its secrets stores JSON instead. */
const plainSecret = /^[A-Z2-7]+=*$/;

/** Seals the plain secrets of a hosted project. */
export const sealing =
  (secrets: FactorSecrets): Translate =>
  (id, secret) =>
    plainSecret.test(secret) ? secrets.seal(id, secret) : undefined;

/** Opens our secrets for a hosted project. */
export const opening =
  (secrets: FactorSecrets): Translate =>
  (id, secret) =>
    secrets.open(id, secret);

/** Addresses of accounts, for the operator. */
async function emailsOf(db: Queryable, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(
    `select coalesce(nullif(email, ''), phone, id::text) as name from auth.users where id = any ($1) order by 1`,
    [ids],
  );
  return rows.map(({ name }) => name);
}

/**
 * Gives the copied factors their secrets, and drops those whose secret cannot be read.
 * @returns the accounts that lost a second factor
 */
export async function moveFactorSecrets(
  { from, into }: Ends,
  translate: Translate,
): Promise<readonly string[]> {
  const factors = await from.query<{ id: string; account: string; type: string; secret: string | null }>(
    `select id, user_id as account, factor_type::text as type, secret from auth.mfa_factors where status = 'verified'`,
  );
  const lost: string[] = [];
  for (const { id, account, type, secret } of factors) {
    if (type === 'phone') continue;
    const translated = type === 'totp' ? translate(id, secret ?? '') : undefined;
    if (translated === undefined) lost.push(account);
    else await into.query('update auth.mfa_factors set secret = $2 where id = $1', [id, translated]);
  }
  await into.query(`delete from auth.mfa_factors where factor_type = 'totp' and secret is null`);
  return emailsOf(from, lost);
}

/** The accounts whose password hash neither side's verifier knows. */
export async function findForeignHashes(db: Queryable): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    `select id from auth.users where encrypted_password !~ '^\\$(2[aby]|argon2)' and encrypted_password <> ''`,
  );
  return emailsOf(
    db,
    rows.map(({ id }) => id),
  );
}
