import type { Queryable } from './database.ts';
import { OperatorError } from '../util/operator-error.ts';

/** The account of `DATABASE_URL` cannot set up the database; the message names the missing rights. */
export class DatabaseRightsError extends OperatorError {}

/**
 * Checks that the account may set up a new database: since PostgreSQL 15 only the owner of a database may create tables
 * in its schema `public`.
 * @throws DatabaseRightsError
 */
export async function checkRights(db: Queryable): Promise<void> {
  const [row] = await db.query<{
    account: string;
    database: string;
    fresh: boolean;
    owns: boolean;
    creates: boolean;
  }>(
    `select current_user as account, datname as database, to_regnamespace('platform') is null as fresh,
       rolsuper or pg_has_role(datdba, 'member') as owns, rolsuper or rolcreaterole as creates
     from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  );
  if (!row?.fresh || (row.owns && row.creates)) return;
  const { account, database, owns, creates } = row;
  const lacking = [!owns && `own the database “${database}”`, !creates && 'create roles'].filter(Boolean);
  const remedies = [
    !owns && `alter database "${database}" owner to "${account}"`,
    !creates && `alter role "${account}" createrole`,
  ].filter(Boolean);
  throw new DatabaseRightsError(
    `The account “${account}” of DATABASE_URL must ${lacking.join(' and ')}. Run as an administrator of PostgreSQL: ${remedies.join('; ')};`,
  );
}
