import type { Queryable } from '../db/database.ts';

export interface HostedColumn {
  readonly name: string;
  /** Its SQL name without a length: a longer value is an error, where a cast would cut it off. */
  readonly type: string;
  readonly isRequired: boolean;
  /** SQL; null without one. */
  readonly default: string | null;
}

export interface HostedTable {
  readonly schema: string;
  readonly name: string;
  /** All but generated ones. */
  readonly columns: readonly HostedColumn[];
}

const catalogSql = `select n.nspname as schema, c.relname as name,
    json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, -1), 'isRequired', a.attnotnull,
      'default', pg_get_expr(d.adbin, d.adrelid)) order by a.attnum) as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any ($1)
    and not exists (select from pg_depend e where e.classid = 'pg_class'::regclass and e.objid = c.oid and e.deptype = 'e')
  group by 1, 2 order by 1, 2`;

/** The tables of some schemas, by `schema.name`. */
export async function readCatalog(db: Queryable, schemas: readonly string[]) {
  const tables = await db.query<HostedTable>(catalogSql, [schemas]);
  return new Map(tables.map((table) => [`${table.schema}.${table.name}`, table]));
}
