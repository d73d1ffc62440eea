import pg from 'pg';
import type { Queryable } from '../db/database.ts';
import type { Manifest, StoredTable } from './manifest.ts';

type Named = Pick<StoredTable, 'schema' | 'name'>;

/**
 * Persistent tables of the server and the project. Left out: tables of PostgreSQL and extensions, the tables of applied
 * migrations and the database's own id (a restore writes them by migrating), and `realtime`, whose messages and subscriptions live for minutes.
 */
const ours = `c.relpersistence = 'p' and pg_has_role(c.relowner, 'usage')
  and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'platform', 'realtime', 'supabase_migrations')
  and not exists (
    select from pg_depend d
    where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;

const tablesSql = `select n.nspname as schema, c.relname as name,
    array_agg(a.attname::text order by a.attnum) as columns,
    array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relkind = 'r' and ${ours}
  group by 1, 2 order by 1, 2`;

const sequencesSql = `select n.nspname as schema, c.relname as name from pg_class c
  join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'S' and ${ours} order by 1, 2`;

/** A table or sequence as SQL names it, safely quoted. */
export function sqlName({ schema, name }: Named): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
}

export function readTables(db: Queryable): Promise<StoredTable[]> {
  return db.query<StoredTable>(tablesSql);
}

export async function readSequences(db: Queryable): Promise<Manifest['sequences']> {
  const sequences: Manifest['sequences'] = [];
  for (const sequence of await db.query<Named>(sequencesSql)) {
    const [state] = await db.query<{ last: string; called: boolean }>(
      `select last_value::text as last, is_called as called from ${sqlName(sequence)}`,
    );
    if (state) sequences.push({ ...sequence, ...state });
  }
  return sequences;
}

/** Fixes the text formats of values for the transaction, whatever the account's settings. */
export async function setFixedFormats(transaction: Queryable): Promise<void> {
  for (const [name, value] of [
    ['DateStyle', 'ISO, YMD'],
    ['IntervalStyle', 'postgres'],
    ['TimeZone', 'UTC'],
    ['extra_float_digits', '1'],
    ['bytea_output', 'hex'],
    // A policy that hides rows raises an error instead of making the backup smaller.
    ['row_security', 'off'],
    ['statement_timeout', '0'],
    ['idle_in_transaction_session_timeout', '0'],
  ])
    await transaction.query('select set_config($1, $2, true)', [name, value]);
}
