import { restError } from '../errors.ts';
import { looksLikeFilter, parseFilter, parseLogic, type Logic } from './filter.ts';
import { parseOrder, type OrderTerm } from './order.ts';
import { parseNames, Scanner, type Field } from './scanner.ts';
import { parseSelect, type SelectItem } from './select.ts';

/**
 * A parameter that is about one level of the result. `path` holds the names of embedded resources from the root to that
 * level; it is empty for the root.
 */
export type Clause = { readonly path: readonly string[] } & (
  | { readonly kind: 'condition'; readonly condition: Logic }
  | { readonly kind: 'order'; readonly terms: readonly OrderTerm[] }
  | { readonly kind: 'limit'; readonly value: bigint }
  | { readonly kind: 'offset'; readonly value: bigint }
);

/** The query string, parsed. */
export interface Query {
  readonly select: readonly SelectItem[];
  readonly clauses: readonly Clause[];
  readonly columns: readonly string[] | undefined;
  readonly onConflict: readonly string[] | undefined;
  /** Parameters that are no filters: arguments of a function called with GET. */
  readonly arguments: readonly (readonly [name: string, value: string])[];
  /** The parameters in alphabetical order, as Content-Location shows them. */
  readonly canonical: string;
}

/** Half of what the server reads of a request's head (`backend/http/listen.ts`). */
const maxQueryCharacters = 65_536;
const maxParameters = 200;
/** Longest name of a parameter. */
const maxKeyCharacters = 200;
const maxBigint = 9_223_372_036_854_775_807n;

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // Malformed.
  }
  throw restError('PGRST100', ['"failed to parse the query string"'], {
    details: 'a parameter is not valid percent-encoded UTF-8, or holds a null character',
  });
}

function refuseSize(details: string): never {
  throw restError('PGRST100', ['"failed to parse the query string" (too large)'], { details });
}

function splitParameters(search: string): readonly (readonly [string, string])[] {
  if (search.length > maxQueryCharacters) refuseSize(`it is longer than ${maxQueryCharacters} characters`);
  const parts = search.split('&').filter((part) => part !== '');
  if (parts.length > maxParameters) refuseSize(`it has more than ${maxParameters} parameters`);
  return parts.map((part) => {
    const at = part.indexOf('=');
    const key = decode(at < 0 ? part : part.slice(0, at));
    if (key.length > maxKeyCharacters) refuseSize(`a name is longer than ${maxKeyCharacters} characters`);
    return [key, at < 0 ? '' : decode(part.slice(at + 1))];
  });
}

/** `a.b.col->x` is the column `col` of the resource `b` inside `a`. */
function parseTreePath(key: string): { readonly path: readonly string[]; readonly field: Field } {
  const scanner = new Scanner('tree path', key);
  const names = [scanner.fieldName()];
  while (scanner.take('.')) names.push(scanner.fieldName());
  const steps = scanner.jsonPath();
  if (!scanner.atEnd) scanner.fail(['"->>"', '"->"', 'delimiter (.)', 'end of input']);
  return { path: names.slice(0, -1), field: { name: names.at(-1)!, path: steps } };
}

function parseLimit(value: string): bigint {
  if (!/^-?\d+$/.test(value))
    throw restError('PGRST100', [`"failed to parse limit or offset (${value})" (line 1, column 1)`], {
      details: 'expecting a number of rows',
    });
  if (value.startsWith('-'))
    throw restError('PGRST103', [], { details: 'Limit should be greater than or equal to zero.' });
  const number = BigInt(value.slice(0, 40));
  return number > maxBigint || value.length > 40 ? maxBigint : number;
}

function parseClause(key: string, value: string): Clause {
  const { path, field } = parseTreePath(key);
  const last = key.slice(key.lastIndexOf('.') + 1);
  if (last === 'and' || last === 'or') {
    const condition = parseLogic(last, /(^|\.)not\.(and|or)$/.test(key), value);
    return { kind: 'condition', path: path.filter((name) => name !== 'not'), condition };
  }
  if (last === 'order') return { kind: 'order', path, terms: parseOrder(value) };
  if (last === 'limit' || last === 'offset') return { kind: last, path, value: parseLimit(value) };
  return { kind: 'condition', path, condition: parseFilter(field, value) };
}

function canonicalQuery(parameters: readonly (readonly [string, string])[]): string {
  return parameters
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

const clauseEnding = /(^|\.)(and|or|order|limit|offset)$/;

/**
 * Parses a query string (without the question mark). With `allowArguments`, for calls of functions, parameters that
 * do not look like filters are arguments; otherwise they are an error.
 * @throws RestError PGRST100, PGRST103
 */
export function parseQuery(search: string, allowArguments: boolean): Query {
  const parameters = splitParameters(search);
  const clauses: Clause[] = [];
  const givenArguments: (readonly [string, string])[] = [];
  const named: Partial<Record<'select' | 'columns' | 'on_conflict', string>> = {};
  for (const [key, value] of parameters) {
    if (key === 'select' || key === 'columns' || key === 'on_conflict') named[key] = value;
    else if (allowArguments && !key.includes('.') && !clauseEnding.test(key) && !looksLikeFilter(value))
      givenArguments.push([key, value]);
    else clauses.push(parseClause(key, value));
  }
  return {
    select: parseSelect(named.select ?? '*'),
    clauses,
    columns: parseNames('columns parameter', named.columns),
    onConflict: parseNames('on_conflict parameter', named.on_conflict),
    arguments: givenArguments,
    canonical: canonicalQuery(parameters),
  };
}
