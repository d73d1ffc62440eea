import type { Queryable } from '../backend/db/database.ts';

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
    exists (select from pg_index i where i.indrelid = c.conrelid and i.indisunique
      and i.indkey::int2[] <@ c.conkey and i.indkey::int2[] @> c.conkey) as one_to_one
  from pg_constraint c join pg_class t on t.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
  order by 1, 2`;

interface DatabaseFunction {
  readonly name: string;
  readonly arguments: readonly Pick<Column, 'name' | 'type' | 'is_array'>[];
  /** Its columns if it gives a table. */
  readonly result: readonly Pick<Column, 'name' | 'type' | 'is_array'>[];
}

/** Functions of the API. They give a table or nothing. */
const functionsSql = `
  select p.proname as name,
    coalesce(jsonb_agg(a.argument order by i) filter (where mode in ('i', 'b')), '[]') as arguments,
    coalesce(jsonb_agg(a.argument order by i) filter (where mode = 't'), '[]') as result
  from pg_proc p
  left join unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, coalesce(p.proargmodes,
    array_fill('i'::"char", array[p.pronargs::int]))) with ordinality each(type, name, mode, i) on true
  left join pg_type t on t.oid = each.type
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  cross join lateral (select jsonb_build_object('name', each.name, 'type', coalesce(e.typname, t.typname),
    'is_array', e.oid is not null) as argument) a
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
  group by p.oid, p.proname order by p.proname`;

const numbers = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric', 'oid']);

function typeOf({ type, is_array }: Pick<Column, 'type' | 'is_array'>): string {
  const one =
    type === 'bool' ? 'boolean' : numbers.has(type) ? 'number' : /^jsonb?$/.test(type) ? 'Json' : 'string';
  return is_array ? `${one}[]` : one;
}

function fields(columns: readonly Column[], shape: 'Row' | 'Insert' | 'Update'): string[] {
  const lines = columns.map((column) => {
    const value = typeOf(column) + (column.nullable ? ' | null' : '');
    if (shape === 'Row') return `          ${column.name}: ${value}`;
    if (column.generated) return `          ${column.name}?: never`;
    const optional = shape === 'Update' || column.nullable || column.has_default;
    return `          ${column.name}${optional ? '?' : ''}: ${value}`;
  });
  return [`        ${shape}: {`, ...lines, '        }'];
}

function relationshipLines(relationships: readonly Relationship[]): string[] {
  if (relationships.length === 0) return ['        Relationships: []'];
  const names = (list: readonly string[]): string => list.map((name) => JSON.stringify(name)).join(', ');
  return [
    '        Relationships: [',
    ...relationships.flatMap((relationship) => [
      '          {',
      `            foreignKeyName: ${JSON.stringify(relationship.name)}`,
      `            columns: [${names(relationship.columns)}]`,
      `            isOneToOne: ${relationship.one_to_one}`,
      `            referencedRelation: ${JSON.stringify(relationship.target)}`,
      `            referencedColumns: [${names(relationship.target_columns)}]`,
      '          },',
    ]),
    '        ]',
  ];
}

function section(
  title: string,
  columns: readonly Column[],
  relationships: readonly Relationship[],
): string[] {
  const names = [...new Set(columns.map((column) => column.relation))];
  if (names.length === 0) return [`    ${title}: { [_ in never]: never }`];
  return [
    `    ${title}: {`,
    ...names.flatMap((name) => {
      const own = columns.filter((column) => column.relation === name);
      return [
        `      ${name}: {`,
        ...(['Row', 'Insert', 'Update'] as const).flatMap((shape) => fields(own, shape)),
        ...relationshipLines(relationships.filter((each) => each.relation === name)),
        '      }',
      ];
    }),
    '    }',
  ];
}

function functionLines(functions: readonly DatabaseFunction[]): string[] {
  if (functions.length === 0) return ['    Functions: { [_ in never]: never }'];
  const list = (columns: DatabaseFunction['result']): string =>
    `{ ${columns.map((column) => `${column.name}: ${typeOf(column)}`).join('; ')} }`;
  return [
    '    Functions: {',
    ...functions.flatMap(({ name, arguments: given, result }) => [
      `      ${name}: {`,
      `        Args: ${given.length > 0 ? list(given) : 'never'}`,
      `        Returns: ${result.length > 0 ? `${list(result)}[]` : 'undefined'}`,
      '      }',
    ]),
    '    }',
  ];
}

/** The types of schema `public` as TypeScript source, in the shape that `supabase gen types` gives. */
export async function databaseTypes(db: Queryable): Promise<string> {
  const columns = await db.query<Column>(columnsSql);
  const relationships = await db.query<Relationship>(relationshipsSql);
  return [
    '// Generated by `npm run gen` from supabase/migrations. Do not edit.',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    'export type Database = {',
    "  __InternalSupabase: { PostgrestVersion: '13' }",
    '  public: {',
    ...section(
      'Tables',
      columns.filter(({ kind }) => kind === 'table'),
      relationships,
    ),
    ...section(
      'Views',
      columns.filter(({ kind }) => kind === 'view'),
      [],
    ),
    ...functionLines(await db.query<DatabaseFunction>(functionsSql)),
    '    Enums: { [_ in never]: never }',
    '    CompositeTypes: { [_ in never]: never }',
    '  }',
    '};',
    '',
  ].join('\n');
}
