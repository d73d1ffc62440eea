import type { Queryable } from '../../backend/db/database.ts';

interface Type {
  readonly type: string;
  readonly is_array: boolean;
  /** For a type of rows: the kind of relation that it belongs to. */
  readonly row_of: RelationKind | null;
}

type RelationKind = 'table' | 'view' | 'composite';

interface Column extends Type {
  readonly relation: string;
  readonly kind: RelationKind;
  readonly name: string;
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

const kindOf = (relation: string): string =>
  `case ${relation}.relkind when 'v' then 'view' when 'c' then 'composite' else 'table' end`;

/** The columns of `Type`, of the type `t` with its elements `e`. */
const typeColumns = `coalesce(e.typname, t.typname)::text as type, e.oid is not null as is_array, (
      select ${kindOf('r')} from pg_class r
      where r.oid = coalesce(e.typrelid, t.typrelid) and r.relnamespace = 'public'::regnamespace) as row_of`;
const types = `pg_type t left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`;

const columnsSql = `
  select c.relname as relation, ${kindOf('c')} as kind, a.attname as name, ${typeColumns},
    not a.attnotnull as nullable, a.atthasdef as has_default, a.attgenerated <> '' as generated
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join (${types}) on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'c')
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

type Argument = Type & Pick<Column, 'name' | 'has_default'>;

interface DatabaseFunction {
  readonly name: string;
  readonly arguments: readonly Argument[];
  /** Its columns if it returns a table. */
  readonly result: readonly Argument[];
  /** The type of the value, or of each row, that it returns otherwise; `void` for none. */
  readonly value: Type;
  readonly returns_set: boolean;
}

/** Functions of the API. They return a table, rows of a type, a value or nothing. */
const functionsSql = `
  select p.proname as name,
    coalesce(jsonb_agg(a.argument order by i) filter (where mode in ('i', 'b')), '[]') as arguments,
    coalesce(jsonb_agg(a.argument order by i) filter (where mode = 't'), '[]') as result,
    (select to_jsonb(v) from (select ${typeColumns} from ${types} where t.oid = p.prorettype) v) as value,
    p.proretset as returns_set
  from pg_proc p
  left join unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, coalesce(p.proargmodes,
    array_fill('i'::"char", array[p.pronargs::int]))) with ordinality each(oid, name, mode, i) on true
  left join lateral (select to_jsonb(v) as argument from (select each.name, ${typeColumns},
    mode in ('i', 'b') and i > p.pronargs - p.pronargdefaults as has_default from ${types} where t.oid = each.oid) v) a on true
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  group by p.oid, p.proname order by p.proname`;

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);

function itemOf({ type, row_of: rowOf }: Type): string {
  if (rowOf === 'composite') return `Database['public']['CompositeTypes']['${type}']`;
  if (rowOf) return `Database['public']['${rowOf === 'table' ? 'Tables' : 'Views'}']['${type}']['Row']`;
  return type === 'bool'
    ? 'boolean'
    : numbers.has(type)
      ? 'number'
      : /^jsonb?$/.test(type)
        ? 'Json'
        : 'string';
}

function typeOf(type: Type): string {
  return type.is_array ? `${itemOf(type)}[]` : itemOf(type);
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
  const entries = functions.map(({ name, arguments: given, result, value, returns_set: returnsSet }) => {
    const Args = given.length > 0 ? record(given) : 'never';
    const one = result.length > 0 ? record(result) : value.type === 'void' ? 'undefined' : typeOf(value);
    return [name, { Args, Returns: returnsSet ? `${one}[]` : one }];
  });
  return Object.fromEntries(entries) as Source;
}

/** The types of schema `public` as TypeScript source, in the shape that `supabase gen types` gives. */
export async function databaseTypes(db: Queryable): Promise<string> {
  const columns = await db.query<Column>(columnsSql);
  const relationships = await db.query<Relationship>(relationshipsSql);
  const relations = (
    wanted: RelationKind,
    describe: (name: string, own: readonly Column[]) => Source,
  ): Source => {
    const byRelation = Object.groupBy(
      columns.filter(({ kind }) => kind === wanted),
      ({ relation }) => relation,
    );
    const entries = Object.entries(byRelation).map(([name, own = []]) => [name, describe(name, own)]);
    return Object.fromEntries(entries) as Source;
  };
  const writable = (name: string, own: readonly Column[]): Source => {
    const Relationships = relationshipTypes(relationships.filter(({ relation }) => relation === name));
    return {
      Row: fields(own, 'Row'),
      Insert: fields(own, 'Insert'),
      Update: fields(own, 'Update'),
      Relationships,
    };
  };
  const database = {
    __InternalSupabase: "{ PostgrestVersion: '13' }",
    public: {
      Tables: relations('table', writable),
      Views: relations('view', writable),
      Functions: functionTypes(await db.query<DatabaseFunction>(functionsSql)),
      Enums: {},
      CompositeTypes: relations('composite', (_, own) => fields(own, 'Row')),
    },
  };
  return `// Generated by \`npm run gen\` from supabase/migrations. Do not edit.
export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = ${print(database)};
`;
}
