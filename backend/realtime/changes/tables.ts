import type { Queryable } from '../../db/database.ts';

export interface PublishedColumn {
  readonly name: string;
  /** PostgreSQL's internal name, which the client uses to convert values: `int4`, `_text`. */
  readonly type: string;
  /** The type in SQL. */
  readonly cast: string;
  /** The roles that may read the column. */
  readonly roles: readonly string[];
}

/** A table of the publication `supabase_realtime`. */
export interface PublishedTable {
  readonly oid: string;
  readonly schema: string;
  readonly name: string;
  readonly columns: readonly PublishedColumn[];
  readonly key: readonly string[];
}

const tablesSql = `
  select c.oid::text as oid, n.nspname as schema, c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', t.typname,
      'cast', format_type(a.atttypid, a.atttypmod),
      'roles', array(select role from unnest(array['anon', 'authenticated', 'service_role']) as role
        where has_column_privilege(role, c.oid, a.attnum, 'select') and has_schema_privilege(role, n.oid, 'usage')))
      order by a.attnum)
      from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select json_agg(a.attname order by k.position) from unnest(i.indkey::int2[]) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as key
  from pg_publication_tables p
  join pg_namespace n on n.nspname = p.schemaname
  join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  where p.pubname = 'supabase_realtime' and p.schemaname = any ($1)`;

/** Installs triggers on the published tables of the exposed schemas, and returns the tables. */
export async function loadTables(db: Queryable, schemas: readonly string[]): Promise<PublishedTable[]> {
  await db.query('select realtime.watch_published_tables($1)', [schemas]);
  return db.query<PublishedTable>(tablesSql, [schemas]);
}

export function columnOf(table: PublishedTable, name: string): PublishedColumn | undefined {
  return table.columns.find((column) => column.name === name);
}

/** The type of a column in SQL. */
export function castOf(table: PublishedTable, name: string): string {
  return columnOf(table, name)?.cast ?? 'text';
}

/** The selected columns (all when undefined) and the key, as far as `role` may read them. */
export function visibleColumns(
  table: PublishedTable,
  role: string,
  selected: readonly string[] | undefined,
): readonly PublishedColumn[] {
  return table.columns.filter(
    ({ name, roles }) =>
      roles.includes(role) && (!selected || selected.includes(name) || table.key.includes(name)),
  );
}
