import type { Queryable } from '../../backend/db/database.ts';

interface Column {
  readonly relation: string;
  readonly kind: 'table' | 'view';
  readonly name: string;
  readonly type: string;
  readonly is_array: boolean;
  readonly nullable: boolean;
  readonly has_default: boolean;
  /** Kept by the database itself: cannot be written. */
  readonly generated: boolean;
}

interface Relationship {
  readonly relation: string;
  readonly name: string;
  readonly columns: string[];
  readonly one_to_one: boolean;
  readonly target: string;
  readonly target_columns: string[];
}

const columnsSql = `
  select c.relname as relation, case c.relkind when 'v' then 'view' else 'table' end as kind, a.attname as name,
    coalesce(e.typname, t.typname)::text as type, e.oid is not null as is_array, not a.attnotnull as nullable,
    a.atthasdef as has_default, a.attgenerated <> '' as generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  order by c.relname, a.attname`;

const relationshipsSql = `
  select c.conrelid::regclass::text as relation, c.conname as name, c.confrelid::regclass::text as target,
    array(select a.attname::text from unnest(c.conkey) with ordinality k(num, i)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num order by i) as columns,
    array(select a.attname::text from unnest(c.confkey) with ordinality k(num, i)
      join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num order by i) as target_columns,
    exists (select from pg_index i where i.indrelid = c.conrelid and i.indisunique and i.indpred is null
      and i.indkey::int2[] <@ c.conkey and i.indkey::int2[] @> c.conkey) as one_to_one
  from pg_constraint c join pg_class t on t.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
  order by 1, 2`;

type Argument = Pick<Column, 'name' | 'type' | 'is_array' | 'has_default'>;

interface DatabaseFunction {
  readonly name: string;
  readonly arguments: readonly Argument[];
  /** Its columns if it gives a table. */
  readonly result: readonly Argument[];
  /** The type of the one value that it gives otherwise; `void` for none. */
  readonly value: string;
}

/** Functions of the API. They give a table, a value or nothing. */
const functionsSql = `
  select p.proname as name,
    coalesce(jsonb_agg(a.argument order by i) filter (where mode in ('i', 'b')), '[]') as arguments,
    coalesce(jsonb_agg(a.argument order by i) filter (where mode = 't'), '[]') as result,
    (select typname from pg_type where oid = p.prorettype) as value
  from pg_proc p
  left join unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, coalesce(p.proargmodes,
    array_fill('i'::"char", array[p.pronargs::int]))) with ordinality each(type, name, mode, i) on true
  left join pg_type t on t.oid = each.type
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  cross join lateral (select jsonb_build_object('name', each.name, 'type', coalesce(e.typname, t.typname),
    'is_array', e.oid is not null, 'has_default', mode in ('i', 'b') and i > p.pronargs - p.pronargdefaults) as argument) a
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  group by p.oid, p.proname order by p.proname`;

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);

function typeOf({ type, is_array }: Pick<Column, 'type' | 'is_array'>): string {
  const one =
    type === 'bool' ? 'boolean' : numbers.has(type) ? 'number' : /^jsonb?$/.test(type) ? 'Json' : 'string';
  return is_array ? `${one}[]` : one;
}

/** Types in TypeScript: source text, a list, or fields by name; each item and field on a line of its own. */
type Source = string | readonly Source[] | { readonly [name: string]: Source };

function print(source: Source, indent = ''): string {
  if (typeof source === 'string') return source;
  const inner = `${indent}  `;
  const isList = Array.isArray(source);
  const lines = Object.entries(source).map(([name, each]) =>
    isList ? `${inner}${print(each, inner)},\n` : `${inner}${name}: ${print(each, inner)}\n`,
  );
  if (lines.length === 0) return isList ? '[]' : '{ [_ in never]: never }';
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join('')}${indent}${close}`;
}

function fields(columns: readonly Column[], shape: 'Row' | 'Insert' | 'Update'): Source {
  const entries = columns.map((column) => {
    const { name, nullable, generated, has_default } = column;
    const value = typeOf(column) + (nullable ? ' | null' : '');
    if (shape === 'Row') return [name, value];
    if (generated) return [`${name}?`, 'never'];
    return [`${name}${shape === 'Update' || nullable || has_default ? '?' : ''}`, value];
  });
  return Object.fromEntries(entries) as Source;
}

function relationshipTypes(relationships: readonly Relationship[]): Source {
  const list = (names: readonly string[]): string =>
    `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;
  return relationships.map(({ name, columns, one_to_one, target, target_columns }) => ({
    foreignKeyName: JSON.stringify(name),
    columns: list(columns),
    isOneToOne: String(one_to_one),
    referencedRelation: JSON.stringify(target),
    referencedColumns: list(target_columns),
  }));
}

function functionTypes(functions: readonly DatabaseFunction[]): Source {
  const record = (columns: DatabaseFunction['result']): string =>
    `{ ${columns
      .map((column) => `${column.name}${column.has_default ? '?' : ''}: ${typeOf(column)}`)
      .join('; ')} }`;
  const types = functions.map(({ name, arguments: given, result, value }) => {
    const Args = given.length > 0 ? record(given) : 'never';
    const one = value === 'void' ? 'undefined' : typeOf({ type: value, is_array: false });
    return [name, { Args, Returns: result.length > 0 ? `${record(result)}[]` : one }];
  });
  return Object.fromEntries(types) as Source;
}

/** The types of schema `public` as TypeScript source, in the shape that `supabase gen types` gives. */
export async function databaseTypes(db: Queryable): Promise<string> {
  const columns = await db.query<Column>(columnsSql);
  const relationships = await db.query<Relationship>(relationshipsSql);
  const relations = (wanted: Column['kind']): Source => {
    const byRelation = Object.groupBy(
      columns.filter(({ kind }) => kind === wanted),
      ({ relation }) => relation,
    );
    const types = Object.entries(byRelation).map(([name, own = []]) => {
      const Relationships = relationshipTypes(relationships.filter(({ relation }) => relation === name));
      const [Row, Insert, Update] = (['Row', 'Insert', 'Update'] as const).map((shape) => fields(own, shape));
      return [name, { Row, Insert, Update, Relationships }];
    });
    return Object.fromEntries(types) as Source;
  };
  const database = {
    __InternalSupabase: "{ PostgrestVersion: '13' }",
    public: {
      Tables: relations('table'),
      Views: relations('view'),
      Functions: functionTypes(await db.query<DatabaseFunction>(functionsSql)),
      Enums: {},
      CompositeTypes: {},
    },
  };
  return `// Generated by \`npm run gen\` from supabase/migrations. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = ${print(database)};
`;
}
