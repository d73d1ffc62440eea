import pg from 'pg';
import { OperatorError } from '../util/operator-error.ts';

/** The database of `DATABASE_URL` cannot be used; the message gives the reason and the remedy. */
export class DatabaseUrlError extends OperatorError {}

const connectTimeout = 10_000;
const oldestVersion = 15;

/** Explains error codes of PostgreSQL and the operating system to the operator. */
function reasonOf({ code = '', message }: NodeJS.ErrnoException, { host, port, user, database }: pg.Client) {
  const account = `the account “${user}”`;
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL refuses ${account}: ${message}. Check its name and password`;
    case '3D000':
      return `there is no database “${database}” on ${host}. Create it, or correct the name`;
    case '42501':
      return `${account} may not connect to “${database}”: ${message}`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens at ${host}, port ${port}. Is PostgreSQL running there?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host “${host}” is not known. Check its name`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${host}, port ${port}, cannot be reached. Check the address and the firewall`;
    default:
      return message;
  }
}

function sentence(reason: string): string {
  return `DATABASE_URL cannot be used: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`;
}

function createClient(connectionString: string): pg.Client {
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: connectTimeout });
  } catch {
    // The parser's own message would repeat the password.
    throw new DatabaseUrlError(
      sentence(
        'it is not in the form postgres://user:password@host:5432/database. Characters such as / and @ in the password are written as %2F and %40',
      ),
    );
  }
}

/**
 * Connects once, so that a wrong `DATABASE_URL` is explained before anything starts.
 * @throws DatabaseUrlError
 */
export async function checkDatabaseUrl(connectionString: string): Promise<void> {
  const client = createClient(connectionString);
  // A connection that ends before PostgreSQL accepted it emits the same error twice.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestVersion)
      throw new Error(`PostgreSQL ${version} runs there; version ${oldestVersion} or later is needed`);
  } catch (error) {
    throw new DatabaseUrlError(sentence(reasonOf(error as NodeJS.ErrnoException, client)));
  } finally {
    await client.end().catch(() => undefined);
  }
}
