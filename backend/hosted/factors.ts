import type { createFactorSecrets } from '../auth/domain/secrets/sealed-secrets.ts';
import type { Queryable } from '../db/database.ts';
import { copyRows, type Ends, type Mapping } from './copy.ts';

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

interface StoredFactor {
  readonly id: string;
  readonly account: string;
  readonly type: string;
  readonly secret: string | null;
}

const factorsSql = `select id, user_id as account, factor_type::text as type, secret from auth.mfa_factors
  where status = 'verified'`;

/**
 * Copies verified second factors. Those by WebAuthn stay, since each side stores them in its own way, and those whose secret
 * cannot be read.
 * @returns their number, and the addresses of the accounts that lost one
 */
export async function copyFactors(ends: Ends, factors: Mapping, translate: Translate) {
  const copied = new Map<string, string | null>();
  const lost: string[] = [];
  for (const { id, account, type, secret } of await ends.from.query<StoredFactor>(factorsSql)) {
    const translated = type === 'totp' ? translate(id, secret ?? '') : undefined;
    if (translated !== undefined || type === 'phone') copied.set(id, translated ?? null);
    else lost.push(account);
  }
  const ids = [...copied.keys()].map((id) => `'${id}'`).join(', ');
  const where = copied.size === 0 ? 'false' : `id in (${ids})`;
  const count = await copyRows(ends, { ...factors, where, replaced: { secret: 'null' } });
  for (const [id, secret] of copied)
    await ends.into.query('update auth.mfa_factors set secret = $2 where id = $1', [id, secret]);
  return { count, lostFactors: await emailsOf(ends.from, lost) };
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
