import { exceededLimit } from '../../util/json-limits.ts';
import { restError } from '../errors.ts';
import { parseCsv } from './csv.ts';
import type { BodyType } from './media.ts';
import type { Rows } from './rows.ts';

export interface Body {
  readonly bodyType: BodyType;
  readonly body: string;
  /** Values in its objects and arrays, or fields of CSV. */
  readonly maxValues: number;
}

/** The deepest JSON body that the database gets, in levels. */
const maxNesting = 100;
/** Fields of a form. */
const maxFields = 1000;

function refuse(reason: string): never {
  throw restError('PGRST102', [reason]);
}

/** The body as text. @throws RestError PGRST102 when it is not UTF-8 or holds a null character. */
export function bodyText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8.
  }
  return refuse('The body is not valid UTF-8, or holds a null character');
}

/** Checks that a text is JSON with at most so many values. @throws RestError PGRST102 */
export function parseJson(text: string, maxValues: number): unknown {
  const exceeded = exceededLimit(text, { depth: maxNesting, values: maxValues });
  if (exceeded === 'depth') refuse(`JSON may be nested ${maxNesting} levels deep`);
  if (exceeded === 'values') refuse(`A body may hold ${maxValues} values`);
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(text.trim() === '' ? 'Empty or invalid json' : `Invalid json: ${(error as Error).message}`);
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function hasKeys(row: object, keys: readonly string[]): boolean {
  return Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
}

function jsonRows(text: string, anyKeys: boolean, maxValues: number): Rows {
  const value = parseJson(text, maxValues);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (!rows.every(isObject)) return refuse('The body must be a JSON object or an array of objects');
  const keys = Object.keys(rows[0] ?? {});
  if (!anyKeys && !rows.every((row) => hasKeys(row, keys))) refuse('All object keys must match');
  return { json: Array.isArray(value) ? text : `[${text}]`, keys, count: rows.length };
}

/** The pairs of an `application/x-www-form-urlencoded` body. @throws RestError PGRST102 */
export function parseForm(text: string): readonly (readonly [string, string])[] {
  if (text.split('&', maxFields + 1).length > maxFields) refuse(`A form may have ${maxFields} fields`);
  return [...new URLSearchParams(text)];
}

/**
 * Reads the rows of a write. With `anyKeys` (the `columns` parameter was given) the objects may differ.
 * @throws RestError PGRST102
 */
export function parseRows({ bodyType: type, body: text, maxValues }: Body, anyKeys: boolean): Rows {
  if (type === 'json') return jsonRows(text, anyKeys, maxValues);
  if (type === 'csv') return parseCsv(text, maxValues);
  if (type === 'form') {
    const row = Object.fromEntries(parseForm(text));
    return { json: JSON.stringify([row]), keys: Object.keys(row), count: 1 };
  }
  return refuse('Content-Type not acceptable for a table: use application/json');
}
