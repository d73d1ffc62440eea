import pg from 'pg';
import type { QualifiedName } from '../catalog/types.ts';

/** Collects the values of a statement; the text only ever holds their numbers. */
export class Parameters {
  readonly values: string[] = [];

  /** Adds a value and returns its placeholder: `$1`. PostgreSQL infers its type from the context. */
  add(value: string): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

export const identifier = pg.escapeIdentifier;

export function literal(text: string): string {
  return pg.escapeLiteral(text).trim();
}

export function qualified({ schema, name }: QualifiedName): string {
  return `${identifier(schema)}.${identifier(name)}`;
}

/** PostgreSQL's text format of an array of texts. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;
}

/** Types that SQL's grammar spells in its own way, and their names in the catalog. */
const typeNames: Readonly<Record<string, string>> = {
  bigint: 'int8',
  bit: 'bit',
  'bit varying': 'varbit',
  boolean: 'bool',
  char: 'bpchar',
  character: 'bpchar',
  'character varying': 'varchar',
  dec: 'numeric',
  decimal: 'numeric',
  'double precision': 'float8',
  float: 'float8',
  int: 'int4',
  integer: 'int4',
  real: 'float4',
  smallint: 'int2',
  'time with time zone': 'timetz',
  'time without time zone': 'time',
  'timestamp with time zone': 'timestamptz',
  'timestamp without time zone': 'timestamp',
};

/** The name of a type to cast to, quoted. */
export function castType(name: string): string {
  const lower = name.toLowerCase().replaceAll(/\s+/g, ' ');
  return identifier(Object.hasOwn(typeNames, lower) ? typeNames[lower]! : lower);
}
