import { restError } from '../errors.ts';
import { looksLikeFilter, parseFilter, parseLogic, type Filter, type LogicGroup } from './filter.ts';
import { parseOrder, type OrderTerm } from './order.ts';
import { parseNames, Scanner, type Field } from './scanner.ts';
import { parseSelect, type SelectItem } from './select.ts';

/** Names of embedded resources from the root to the one that a parameter is about; empty for the root. */
export type EmbedPath = readonly string[];

/** A parameter that is about one level of the result. */
export type Clause = { readonly path: EmbedPath } & (
  | { readonly kind: 'condition'; readonly condition: Filter | LogicGroup }
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

/** Longest query string, in characters: what Node accepts as a request line is shorter. */
const maxLength = 65_536;
const maxParameters = 200;
/** Longest name of a parameter, in characters. */
const maxKeyLength = 200;
const maxBigint = 9_223_372_036_854_775_807n;

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // Malformed, as the line below says.
  }
  throw restError('PGRST100', ['"failed to parse the query string"'], {
    details: 'a parameter is not valid percent-encoded UTF-8, or holds a null character',
  });
}

function refuseSize(details: string): never {
  throw restError('PGRST100', ['"failed to parse the query string" (too large)'], { details });
}

function splitParameters(search: string): readonly (readonly [string, string])[] {
  if (search.length > maxLength) refuseSize(`it is longer than ${maxLength} characters`);
  const parts = search.split('&').filter((part) => part !== '');
  if (parts.length > maxParameters) refuseSize(`it has more than ${maxParameters} parameters`);
  return parts.map((part) => {
    const at = part.indexOf('=');
    const key = decode(at < 0 ? part : part.slice(0, at));
    if (key.length > maxKeyLength) refuseSize(`a name is longer than ${maxKeyLength} characters`);
    return [key, at < 0 ? '' : decode(part.slice(at + 1))];
  });
}

/** `a.b.col->x` is the column `col` of the resource `b` inside `a`. */
function parseTreePath(key: string): { readonly path: EmbedPath; readonly field: Field } {
  const scanner = new Scanner('tree path', key);
  const names = [scanner.fieldName()];
  while (scanner.take('.')) names.push(scanner.fieldName());
  const steps = scanner.jsonPath();
  if (!scanner.atEnd) scanner.fail(['"->>"', '"->"', 'delimiter (.)', 'end of input']);
  return { path: names.slice(0, -1), field: { name: names.at(-1)!, path: steps } };
}

function embedPath(key: string): EmbedPath {
  return parseTreePath(key).path;
}

function parseLimit(value: string): bigint {
  if (!/^-?\d+$/.test(value)) {
    throw restError('PGRST100', [`"failed to parse limit or offset (${value})" (line 1, column 1)`], {
      details: 'expecting a number of rows',
    });
  }
  if (value.startsWith('-'))
    throw restError('PGRST103', [], { details: 'Limit should be greater than or equal to zero.' });
  const number = BigInt(value.slice(0, 40));
  return number > maxBigint || value.length > 40 ? maxBigint : number;
}

function parseLogicClause(key: string, value: string): Clause {
  const path = embedPath(key).filter((name) => name !== 'not');
  const negated = /(^|\.)not\.(and|or)$/.test(key);
  return {
    kind: 'condition',
    path,
    condition: parseLogic(key.endsWith('or') ? 'or' : 'and', negated, value),
  };
}

function parseClause(key: string, value: string): Clause {
  const last = key.slice(key.lastIndexOf('.') + 1);
  if (last === 'and' || last === 'or') return parseLogicClause(key, value);
  if (last === 'order') return { kind: 'order', path: embedPath(key), terms: parseOrder(value) };
  if (last === 'limit' || last === 'offset')
    return { kind: last, path: embedPath(key), value: parseLimit(value) };
  const { path, field } = parseTreePath(key);
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
  let select = '*';
  let columns: string | undefined;
  let onConflict: string | undefined;
  for (const [key, value] of parameters) {
    if (key === 'select') select = value;
    else if (key === 'columns') columns = value;
    else if (key === 'on_conflict') onConflict = value;
    else if (allowArguments && !key.includes('.') && !clauseEnding.test(key) && !looksLikeFilter(value))
      givenArguments.push([key, value]);
    else clauses.push(parseClause(key, value));
  }
  return {
    select: parseSelect(select),
    clauses,
    columns: columns === undefined ? undefined : parseNames('columns parameter', columns),
    onConflict: onConflict === undefined ? undefined : parseNames('on_conflict parameter', onConflict),
    arguments: givenArguments,
    canonical: canonicalQuery(parameters),
  };
}
