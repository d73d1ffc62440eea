import { restError } from '../errors.ts';
import type { Rows } from './rows.ts';

function refuse(reason: string): never {
  throw restError('PGRST102', [reason]);
}

const bareField = /[^,\r\n]*/y;

/** Doubled quotes of one field. */
const maxQuotes = 20_000;

/** One field from `at`: its text, and where it ends (at a comma, a line end or the end). */
function readField(text: string, at: number): { readonly value: string; readonly end: number } {
  if (text[at] !== '"') {
    bareField.lastIndex = at;
    const value = bareField.exec(text)?.[0] ?? '';
    return { value, end: at + value.length };
  }
  let quote = text.indexOf('"', at + 1);
  for (let quotes = 0; quote >= 0 && text[quote + 1] === '"'; quotes += 1) {
    if (quotes > maxQuotes) refuse(`A CSV field may hold ${maxQuotes} quotes`);
    quote = text.indexOf('"', quote + 2);
  }
  if (quote < 0) refuse('A quoted CSV field is not closed');
  return { value: text.slice(at + 1, quote).replaceAll('""', '"'), end: quote + 1 };
}

function* readLines(text: string, maxValues: number): Generator<readonly string[]> {
  let line: string[] = [];
  let values = 0;
  for (let at = 0; at <= text.length;) {
    const { value, end } = readField(text, at);
    line.push(value);
    values += 1;
    if (values > maxValues) refuse(`A body may hold ${maxValues} values`);
    const separator = text.startsWith('\r\n', end) ? '\r\n' : (text[end] ?? '');
    if (separator === ',') {
      at = end + 1;
      continue;
    }
    if (separator !== '' && separator !== '\r' && separator !== '\n' && separator !== '\r\n')
      refuse('A quoted CSV field is followed by text');
    yield line;
    line = [];
    at = end + Math.max(separator.length, 1);
    if (at >= text.length) return;
  }
}

/**
 * Reads a CSV text with a header line; the bare word NULL is null. The work is bounded by `maxValues`.
 * @throws RestError PGRST102
 */
export function parseCsv(text: string, maxValues: number): Rows {
  if (text === '') return { keys: [], json: '[]', count: 0 };
  let header: readonly string[] | undefined;
  let names: readonly string[] = [];
  const rows: string[] = [];
  for (const line of readLines(text, maxValues)) {
    if (header === undefined) {
      header = line;
      names = line.map((name) => JSON.stringify(name));
      continue;
    }
    if (line.length !== header.length) refuse('All lines must have same number of fields');
    const pairs = line.map(
      (value, index) => `${names[index]}:${value === 'NULL' ? 'null' : JSON.stringify(value)}`,
    );
    rows.push(`{${pairs.join(',')}}`);
  }
  const keys = rows.length === 0 ? [] : [...new Set(header)];
  return { keys, json: `[${rows.join(',')}]`, count: rows.length };
}
