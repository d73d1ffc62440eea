import { createHash, createHmac, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto';
import pg from 'pg';
import { waitForLock } from './advisory-locks.ts';
import type { OwnerAccess } from './database.ts';

/** The account of API requests, in every Supabase-compatible database. It may only become anon, authenticated or service_role. */
export const authenticator = 'authenticator';

/** To connect, and for a query: a pooler may wait for minutes when PostgreSQL refuses the account. */
const timeoutMs = 10_000;

/**
 * The same password in every process, and for every database of one account: databases of one PostgreSQL share the role.
 * It tells nothing about the account's own password.
 */
function derivePassword(ownerPassword: string): string {
  return scryptSync(ownerPassword, authenticator, 24).toString('base64url');
}

/**
 * Returns the verifier that PostgreSQL stores of a password (RFC 5803): no log of statements holds the password itself.
 * @param password in ASCII
 */
function scramVerifier(password: string): string {
  const [iterations, salt] = [4096, randomBytes(16)];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest('base64');
  const serverKey = hmac('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}

/** The owner's access to one database. */
export interface OwnerAddresses {
  readonly owner: pg.ClientConfig;
  /** Without a pooler. */
  readonly direct: pg.ClientConfig;
}

async function loginError(access: pg.ClientConfig): Promise<Error | undefined> {
  const client = new pg.Client({ ...access, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error as Error;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Makes sure that the role exists and has the password. A comment on it names the account that set the password: where
 * accounts may change each other's roles (before PostgreSQL 16), two installations would lock each other out in turn.
 */
async function prepareRole(db: OwnerAccess, password: string | undefined): Promise<void> {
  await db.transaction(async (transaction) => {
    await waitForLock(transaction, 'migration');
    const [role] = await transaction.query<{ mine: string; comment: string | null }>(
      `select 'password set by ' || current_user as mine, (
         select coalesce(shobj_description(oid, 'pg_authid'), '') from pg_roles where rolname = $1) as comment`,
      [authenticator],
    );
    const { mine = '', comment = null } = role ?? {};
    if (comment === null) await transaction.query(`create role ${authenticator} login noinherit`);
    if (password === undefined) return;
    if (comment?.startsWith('password set by ') && comment !== mine)
      throw new Error(`another installation uses the role (${comment})`);
    const verifier = pg.escapeLiteral(scramVerifier(password));
    await transaction.query(`alter role ${authenticator} login password ${verifier};
      comment on role ${authenticator} is ${pg.escapeLiteral(mine)}`);
  });
}

/**
 * Lets the role `authenticator` log in, and gives the access with which it does.
 * @param db the owner, on `direct`
 * @throws Error when it cannot log in: the account may not change the role, or a pooler does not know it
 */
export async function accessAsAuthenticator(
  db: OwnerAccess,
  { owner, direct }: OwnerAddresses,
): Promise<pg.ClientConfig> {
  const password = typeof direct.password === 'string' ? derivePassword(direct.password) : undefined;
  const login = { user: authenticator, password };
  if (await loginError({ ...direct, ...login })) await prepareRole(db, password);
  const access = { ...owner, ...login };
  const error = await loginError(access);
  if (error) throw error;
  return access;
}
