import { restError } from '../errors.ts';
import { Scanner, type Field } from './scanner.ts';

/** Operators that take one value, and what they are in SQL. */
export const simpleOperators = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;

/** Operators that may also compare with any or all of several values. */
export const quantifiedOperators = {
  eq: '=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
} as const;

/** Full-text operators, and the function that makes their query. */
export const textSearchFunctions = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;

type IsValue = 'not_null' | 'null' | 'unknown' | 'true' | 'false';

export type Operation =
  | { readonly kind: 'simple'; readonly operator: keyof typeof simpleOperators; readonly value: string }
  | {
      readonly kind: 'quantified';
      readonly operator: keyof typeof quantifiedOperators;
      readonly quantifier: 'any' | 'all' | undefined;
      readonly value: string;
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'isdistinct'; readonly value: string }
  | {
      readonly kind: 'textSearch';
      readonly operator: keyof typeof textSearchFunctions;
      readonly language: string | undefined;
      readonly value: string;
    };

/** `field=op.value` or `field=not.op.value`. */
export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly negated: boolean;
  readonly operation: Operation;
}

/** `and(…)` or `or(…)`, possibly negated. */
export interface LogicGroup {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  readonly terms: readonly Logic[];
}

export type Logic = Filter | LogicGroup;

/** Conditions of one logic tree, and levels of it. */
const maxTerms = 100;
const maxDepth = 20;

const operatorPattern = /([a-z]+)(?:\((any|all)\)|\(([\p{L}\p{N}_ $]*)\))?\./uy;
const isPattern = /not_null|null|unknown|true|false/iy;
const listElement = /[^,)]*/y;
const arrayLiteral = /\{[^{}]*\}/y;

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key);
}

/** Whether a value begins like a filter; a function's argument does not. */
export function looksLikeFilter(value: string): boolean {
  const operator = /^(not\.)?([a-z]+)(\([^)]*\))?\./.exec(value)?.[2];
  if (operator === undefined) return false;
  return (
    value.startsWith('not.') ||
    ['in', 'is', 'isdistinct'].includes(operator) ||
    isKey(simpleOperators, operator) ||
    isKey(quantifiedOperators, operator) ||
    isKey(textSearchFunctions, operator)
  );
}

/** A value inside a list or a logic tree ends before the next comma or parenthesis, unless it is quoted. */
function delimitedValue(scanner: Scanner, allowArray: boolean): string {
  const start = scanner.position;
  const quoted = scanner.quoted();
  if (quoted !== undefined && (scanner.atEnd || scanner.peek(',') || scanner.peek(')'))) return quoted;
  scanner.rewind(start);
  const array = allowArray ? scanner.match(arrayLiteral) : undefined;
  return array ?? scanner.match(listElement) ?? '';
}

function restOfText(scanner: Scanner): string {
  const value = scanner.rest;
  scanner.rewind(scanner.text.length);
  return value;
}

function list(scanner: Scanner): readonly string[] {
  scanner.skipBlanks();
  scanner.expect('(');
  scanner.skipBlanks();
  const values: string[] = [];
  do values.push(delimitedValue(scanner, false));
  while (scanner.take(','));
  if (!scanner.take(')')) scanner.fail(['","', '")"']);
  scanner.skipBlanks();
  return values.length === 1 && values[0] === '' ? [] : values;
}

function isOperation(scanner: Scanner): Operation {
  const value = scanner.match(isPattern)?.toLowerCase() as IsValue | undefined;
  return value ? { kind: 'is', value } : scanner.fail(['isVal: (null, not_null, true, false, unknown)']);
}

function operation(scanner: Scanner, readValue: (scanner: Scanner) => string): Operation {
  const start = scanner.position;
  const [, name = '', quantifier, language] = scanner.matchGroups(operatorPattern) ?? [];
  if (quantifier === undefined && language === undefined) {
    if (name === 'in') return { kind: 'in', values: list(scanner) };
    if (name === 'is') return isOperation(scanner);
    if (name === 'isdistinct') return { kind: 'isdistinct', value: readValue(scanner) };
    if (isKey(simpleOperators, name)) return { kind: 'simple', operator: name, value: readValue(scanner) };
  }
  if (language === undefined && isKey(quantifiedOperators, name)) {
    const wanted = quantifier as 'any' | 'all' | undefined;
    return { kind: 'quantified', operator: name, quantifier: wanted, value: readValue(scanner) };
  }
  if (language !== '' && isKey(textSearchFunctions, name)) {
    const configuration = language ?? quantifier;
    return { kind: 'textSearch', operator: name, language: configuration, value: readValue(scanner) };
  }
  scanner.rewind(start);
  return scanner.fail(['operator (eq, gt, ...)']);
}

function filterOn(field: Field, scanner: Scanner, readValue: (scanner: Scanner) => string): Filter {
  const negated = scanner.take('not.');
  return { kind: 'filter', field, negated, operation: operation(scanner, readValue) };
}

/** Parses the value of a filter parameter: `op.value`. @throws RestError PGRST100 */
export function parseFilter(field: Field, value: string): Filter {
  const scanner = new Scanner('filter', value);
  const filter = filterOn(field, scanner, restOfText);
  if (!scanner.atEnd) scanner.fail(['end of input']);
  return filter;
}

class LogicParser extends Scanner {
  #terms = 0;

  group(kind: LogicGroup['kind'], negated: boolean, depth: number): LogicGroup {
    if (depth > maxDepth) this.#refuseSize();
    this.skipBlanks();
    this.expect('(');
    const terms: Logic[] = [];
    do {
      this.skipBlanks();
      terms.push(this.#term(depth));
      this.skipBlanks();
    } while (this.take(','));
    if (!this.take(')')) this.fail(['","', '")"']);
    this.skipBlanks();
    return { kind, negated, terms };
  }

  #refuseSize(): never {
    throw restError('PGRST100', ['"failed to parse logic tree" (too large)'], {
      details: `at most ${maxTerms} conditions and ${maxDepth} levels are allowed`,
    });
  }

  #term(depth: number): Logic {
    const group = this.match(/(?:not\.)?(?:and|or)(?=[ \t]*\()/y);
    if (group) return this.group(group.endsWith('or') ? 'or' : 'and', group.startsWith('not.'), depth + 1);
    this.#terms += 1;
    if (this.#terms > maxTerms) this.#refuseSize();
    const field = this.field();
    if (!this.take('.')) this.fail(['"->>"', '"->"', 'delimiter (.)']);
    return filterOn(field, this, (each) => delimitedValue(each, true));
  }
}

/** Parses the value of an `and`, `or`, `not.and` or `not.or` parameter: `(term,term,…)`. @throws RestError PGRST100 */
export function parseLogic(kind: LogicGroup['kind'], negated: boolean, value: string): LogicGroup {
  const parser = new LogicParser('logic tree', value);
  const group = parser.group(kind, negated, 1);
  if (!parser.atEnd) parser.fail(['end of input']);
  return group;
}
