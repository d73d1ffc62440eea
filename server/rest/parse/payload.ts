import { restError } from '../errors.ts';
import { parseCsv } from './csv.ts';
import type { BodyType } from './media.ts';

/** Rows to write: the JSON text of an array of objects, and the keys that the objects have. */
export interface Rows {
  readonly json: string;
  readonly keys: readonly string[];
  /** How many objects there are. */
  readonly count: number;
}

/** Levels of nesting of a JSON body that are passed on to the database. */
const maxNesting = 100;

function refuse(reason: string): never {
  throw restError('PGRST102', [reason]);
}

/** The body as text. @throws RestError PGRST102 when it is not UTF-8 or holds a null character. */
export function bodyText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not UTF-8, as the line below says.
  }
  return refuse('The body is not valid UTF-8, or holds a null character');
}

function checkNesting(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') {
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1;
    } else if (character === '{' || character === '[') {
      depth += 1;
      if (depth > maxNesting) refuse(`JSON may be nested ${maxNesting} levels deep`);
    } else if (character === '}' || character === ']') depth -= 1;
  }
}

/** Checks that a text is JSON. @throws RestError PGRST102 */
export function parseJson(text: string): unknown {
  checkNesting(text);
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(text.trim() === '' ? 'Empty or invalid json' : `Invalid json: ${(error as Error).message}`);
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sameKeys(rows: readonly unknown[], keys: readonly string[]): boolean {
  return rows.every(
    (row) =>
      isObject(row) &&
      Object.keys(row).length === keys.length &&
      keys.every((key) => Object.hasOwn(row, key)),
  );
}

function jsonRows(text: string, anyKeys: boolean): Rows {
  const value = parseJson(text);
  const rows: readonly unknown[] = Array.isArray(value) ? value : [value];
  const first = rows[0] ?? {};
  if (!rows.every(isObject) || !isObject(first))
    return refuse('The body must be a JSON object or an array of objects');
  const keys = Object.keys(first);
  if (!anyKeys && !sameKeys(rows, keys)) refuse('All object keys must match');
  return { json: Array.isArray(value) ? text : `[${text}]`, keys, count: rows.length };
}

/** The pairs of an `application/x-www-form-urlencoded` body. */
export function parseForm(text: string): readonly (readonly [string, string])[] {
  return [...new URLSearchParams(text)];
}

/**
 * Reads the rows of a write. With `anyKeys` (the `columns` parameter was given) the objects may differ.
 * @throws RestError PGRST102
 */
export function parseRows(type: BodyType, text: string, anyKeys: boolean): Rows {
  if (type === 'json') return jsonRows(text, anyKeys);
  if (type === 'csv') {
    const rows = parseCsv(text);
    return { json: JSON.stringify(rows), keys: Object.keys(rows[0] ?? {}), count: rows.length };
  }
  if (type === 'form') {
    const row = Object.fromEntries(parseForm(text));
    return { json: JSON.stringify([row]), keys: Object.keys(row), count: 1 };
  }
  return refuse('Content-Type not acceptable for a table: use application/json');
}
