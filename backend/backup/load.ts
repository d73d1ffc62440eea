import pg from 'pg';
import type { Queryable } from '../db/database.ts';
import { OperatorError } from '../util/operator-error.ts';
import { rowsFolder, type Manifest, type StoredTable } from './manifest.ts';
import { readSequences, readTables, sqlName, setFixedFormats } from './tables.ts';

const triggersSql = `select format('alter table %s %%s trigger %I', tgrelid::regclass, tgname) as statement,
    case tgenabled when 'R' then 'enable replica' when 'A' then 'enable always' else 'enable' end as state
  from pg_trigger where not tgisinternal and tgparentid = 0 and tgenabled <> 'D'
    and tgrelid = any ($1::text[]::regclass[])`;

/** Foreign keys, and checks `not valid`: a row older than such a check is restored as it was. */
const constraintsSql = `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
  from pg_constraint where (contype = 'f' or contype = 'c' and not convalidated) and conparentid = 0
    and (conrelid = any ($1::text[]::regclass[]) or confrelid = any ($1::text[]::regclass[]))`;

/**
 * Statements that switch off triggers and foreign keys, and back on: rows come in any order and unchanged. Switching all
 * off at once (`session_replication_role`) needs a superuser; this needs the tables' owner, and checks the foreign keys at
 * the end.
 */
export async function suspendRules(db: Queryable, tables: readonly Pick<StoredTable, 'schema' | 'name'>[]) {
  const names = tables.map(sqlName);
  const triggers = await db.query<{ statement: string; state: string }>(triggersSql, [names]);
  const constraints = await db.query<{ drop: string; add: string }>(constraintsSql, [names]);
  return {
    before: [
      ...triggers.map(({ statement }) => statement.replace('%s', 'disable')),
      ...constraints.map(({ drop }) => drop),
    ],
    after: [
      ...constraints.map(({ add }) => add),
      ...triggers.map(({ statement, state }) => statement.replace('%s', state)),
    ],
  };
}

/** Truncates the tables together. */
export async function emptyTables(db: Queryable, tables: readonly Pick<StoredTable, 'schema' | 'name'>[]) {
  if (tables.length > 0) await db.query(`truncate ${tables.map(sqlName).join(', ')}`);
}

/** Sets sequences to where they stood. */
export async function setSequences(db: Queryable, sequences: Manifest['sequences']): Promise<void> {
  for (const sequence of sequences)
    await db.query('select setval($1::text::regclass, $2::bigint, $3)', [
      sqlName(sequence),
      sequence.last,
      sequence.called,
    ]);
}

/** Takes types from the database, not from the archive: nothing of an archive becomes unquoted SQL. */
function insertSql(table: StoredTable, { columns }: Pick<StoredTable, 'columns'>): string {
  const values = columns.map((column, place) => {
    const type = table.types[table.columns.indexOf(column)];
    if (type === undefined)
      throw new OperatorError(`The archive has a column ${table.name}.${column}, which the migrations lack.`);
    return `(line ->> ${place})::${type}`;
  });
  return `insert into ${sqlName(table)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})
    overriding system value select ${values.join(', ')} from json_array_elements($1::json) as line`;
}

/**
 * Empties the tables that migrations have filled, for the rows of an archive.
 * @param transaction holds every change, so that a rollback leaves nothing
 * @throws OperatorError when the archive does not fit the schema that the migrations make
 */
export async function createLoader(transaction: Queryable, manifest: Manifest) {
  await setFixedFormats(transaction);
  const tables = await readTables(transaction);
  const rows: Record<string, number> = {};
  const statements = new Map<string, { readonly sql: string; readonly label: string }>();
  for (const wanted of manifest.tables) {
    const label = `${wanted.schema}.${wanted.name}`;
    const table = tables.find(({ schema, name }) => schema === wanted.schema && name === wanted.name);
    if (!table) throw new OperatorError(`The archive has a table ${label}, which the migrations lack.`);
    rows[label] = 0;
    statements.set(rowsFolder(wanted), { label, sql: insertSql(table, wanted) });
  }
  const { before, after } = await suspendRules(transaction, tables);
  for (const statement of before) await transaction.query(statement);
  await emptyTables(transaction, tables);
  return {
    /** Number of loaded rows by table. */
    rows,
    /** Loads JSON lines of one part of a table, by their name in the archive. */
    async load(entryName: string, lines: Buffer): Promise<void> {
      const target = statements.get(entryName.slice(0, entryName.lastIndexOf('/') + 1));
      if (!target) throw new OperatorError(`The archive has rows “${entryName}” of no table of its own.`);
      const elements = lines.toString('utf8').trimEnd().split('\n');
      await transaction.query(target.sql, [`[${elements.join(',')}]`]);
      rows[target.label] = (rows[target.label] ?? 0) + elements.length;
    },
    /** Sets the sequences and restores triggers and constraints. */
    async finish(): Promise<void> {
      const known = new Set((await readSequences(transaction)).map(sqlName));
      const unknown = manifest.sequences.map(sqlName).find((name) => !known.has(name));
      if (unknown !== undefined)
        throw new OperatorError(`The archive has a sequence ${unknown}, which the migrations lack.`);
      await setSequences(transaction, manifest.sequences);
      for (const statement of after) await transaction.query(statement);
    },
  };
}
