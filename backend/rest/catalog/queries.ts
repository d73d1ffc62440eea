import type { Database } from '../../db/database.ts';
import type { Column, QualifiedName, Routine, Table } from './types.ts';

/** Questions to PostgreSQL's catalog. They run with an empty search path, so that every name comes with its schema. */

/** `condition` on a schema's oid: none of PostgreSQL's own. */
const isUserSchema = (column: string): string =>
  `${column} not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace, 'pg_toast'::regnamespace)`;

export interface TableRow extends Omit<Table, 'columns' | 'primaryKey'> {
  readonly isPartition: boolean;
  readonly columns: readonly ColumnRow[];
  /** Checks of the table, as SQL. */
  readonly checks: readonly string[];
}

export interface ColumnRow extends Omit<Column, 'maxLength'> {
  /** The length that `varchar(n)` or `char(n)` declares. */
  readonly declaredLength: number | null;
  /** Checks of the column's domain, as SQL. */
  readonly domainChecks: readonly string[];
}

/** Checks that bind every new row. PostgreSQL 18 knows checks that are not enforced. */
const checksSql = (owner: string): string => `(
  select coalesce(json_agg(pg_get_expr(k.conbin, k.conrelid)), '[]') from pg_constraint k
  where ${owner} and k.contype = 'c' and coalesce((to_jsonb(k) ->> 'conenforced')::boolean, true))`;

const tablesSql = `
  select c.oid::int8::float8 as oid, n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as "isView",
    c.relrowsecurity or c.relkind in ('v', 'f') as "hidesRows",
    c.relispartition as "isPartition", ${checksSql('k.conrelid = c.oid')} as checks,
    coalesce(json_agg(json_build_object(
      'number', a.attnum, 'name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
      'declaredLength', case when coalesce(nullif(t.typbasetype, 0), a.atttypid) in ('varchar'::regtype, 'bpchar'::regtype)
        then nullif(greatest(a.atttypmod, t.typtypmod), -1) - 4 end,
      'domainChecks', ${checksSql('k.contypid = t.oid')},
      'baseType', format_type(coalesce(nullif(t.typbasetype, 0), a.atttypid), null),
      'default', case
        when a.attidentity <> '' then format('nextval(%L::regclass)',
          pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname))
        when a.attgenerated = '' then coalesce(pg_get_expr(d.adbin, d.adrelid), t.typdefault)
      end) order by a.attnum) filter (where a.attnum is not null), '[]') as columns
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isUserSchema('n.oid')} and n.nspname !~ '^pg_temp'
  group by c.oid, n.nspname`;

export interface KeyRow {
  readonly name: string;
  readonly type: 'p' | 'u' | 'f';
  readonly table: number;
  readonly columns: readonly number[];
  readonly target: number;
  readonly targetColumns: readonly number[] | null;
}

const keysSql = `
  select conname as name, contype as type, conrelid::int8::float8 as table, conkey as columns,
    confrelid::int8::float8 as target, confkey as "targetColumns"
  from pg_constraint
  where contype in ('p', 'u', 'f') and conparentid = 0 and conrelid <> 0 and ${isUserSchema('connamespace')}
  order by conname`;

interface ViewRow {
  readonly oid: number;
  /** The rule's query tree, as PostgreSQL stores it. */
  readonly tree: string;
}

export interface SettingRow {
  readonly name: string;
  readonly value: string;
}

/** Settings of `alter role authenticator [in database …] set pgrst.… = …`, those of the database first, as in PostgREST. */
const settingsSql = `
  select distinct on (name) name, value
  from pg_db_role_setting s
  cross join lateral unnest(s.setconfig) as setting
  cross join lateral (select split_part(setting, '=', 1), substr(setting, strpos(setting, '=') + 1)) as p (name, value)
  where s.setrole = to_regrole('authenticator')
    and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))
    and name in ('pgrst.db_aggregates_enabled', 'pgrst.db_plan_enabled', 'pgrst.db_tx_end')
  order by name, s.setdatabase desc`;

const viewsSql = `
  select c.oid::int8::float8 as oid, r.ev_action::text as tree
  from pg_rewrite r join pg_class c on c.oid = r.ev_class
  where c.relkind in ('v', 'm') and r.rulename = '_RETURN' and ${isUserSchema('c.relnamespace')}`;

export interface RoutineRow extends Routine {
  /**
   * Whether requests can call it, as PostgREST decides: all parameters are named, or the only one is not and takes a
   * whole body. The others only serve as computed columns and relationships.
   */
  readonly callable: boolean;
  /** Rows that the function declares (`rows …`). */
  readonly rows: number;
  /** The table whose row is the only parameter. */
  readonly ofTable: QualifiedName | null;
}

const qualifiedName = (schema: string, relation: string): string =>
  `case when ${relation}.oid is not null then json_build_object('schema', ${schema}.nspname, 'name', ${relation}.relname) end`;

const routinesSql = `
  select n.nspname as schema, p.proname as name, p.provolatile = 'v' as volatile, p.proretset as "returnsSet",
    case
      when p.prorettype = 'void'::regtype then 'void'
      when coalesce(b.typtype, t.typtype) = 'c' or coalesce(p.proargmodes::text[] && '{t,b,o}', false) then 'composite'
      else 'scalar'
    end as returns,
    ${qualifiedName('rn', 'rc')} as "returnsTable", p.prorows::float8 as rows, ${qualifiedName('an', 'ac')} as "ofTable",
    coalesce(given.callable, true) as callable, coalesce(given.parameters, '[]') as parameters
  from pg_proc p
  cross join lateral (
    select json_agg(json_build_object(
        'name', x.name, 'type', format_type(x.type, null),
        'required', x.input <= p.pronargs - p.pronargdefaults,
        'variadic', coalesce(p.proargmodes[x.position] = 'v', false)) order by x.position) as parameters,
      bool_and(x.name <> '')
        or count(*) = 1 and bool_and(x.type = any ('{json,jsonb,text,xml,bytea}'::regtype[])) as callable
    from (
      select position, type, coalesce(p.proargnames[position], '') as name,
        row_number() over (order by position) as input
      from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as every(type, position)
      where coalesce(p.proargmodes[position], 'i') in ('i', 'b', 'v')
    ) x
  ) given
  join pg_namespace n on n.oid = p.pronamespace
  join pg_type t on t.oid = p.prorettype
  left join pg_type b on b.oid = t.typbasetype
  left join pg_class rc on rc.oid = coalesce(b.typrelid, t.typrelid) and rc.relkind <> 'c'
  left join pg_namespace rn on rn.oid = rc.relnamespace
  left join pg_type at on p.pronargs = 1 and at.oid = p.proargtypes[0]
  left join pg_class ac on ac.oid = at.typrelid and ac.relkind <> 'c'
  left join pg_namespace an on an.oid = ac.relnamespace
  where p.prokind = 'f' and n.nspname = any($1)
    and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  order by p.pronargs, p.oid`;

/** Rows of PostgreSQL's catalog. */
export interface CatalogRows {
  readonly tables: readonly TableRow[];
  readonly keys: readonly KeyRow[];
  readonly views: readonly ViewRow[];
  readonly routines: readonly RoutineRow[];
  readonly settings: readonly SettingRow[];
}

/** Asks the database. All questions see the same moment. */
export async function readCatalogRows(db: Database, exposed: readonly string[]): Promise<CatalogRows> {
  return db.transaction(async (transaction) => {
    await transaction.query(`set transaction isolation level repeatable read read only`);
    await transaction.query(`set local search_path to ''`);
    return {
      tables: await transaction.query<TableRow>(tablesSql),
      keys: await transaction.query<KeyRow>(keysSql),
      views: await transaction.query<ViewRow>(viewsSql),
      routines: await transaction.query<RoutineRow>(routinesSql, [exposed]),
      settings: await transaction.query<SettingRow>(settingsSql),
    };
  });
}
