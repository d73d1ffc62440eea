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

const isValues = ['not_null', 'null', 'unknown', 'true', 'false'] as const;

export type Operation =
  | { readonly kind: 'simple'; readonly operator: keyof typeof simpleOperators; readonly value: string }
  | {
      readonly kind: 'quantified';
      readonly operator: keyof typeof quantifiedOperators;
      readonly quantifier: 'any' | 'all' | undefined;
      readonly value: string;
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: (typeof isValues)[number] }
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
  const value = scanner.match(isPattern)?.toLowerCase();
  const known = isValues.find((each) => each === value);
  return known
    ? { kind: 'is', value: known }
    : scanner.fail(['isVal: (null, not_null, true, false, unknown)']);
}

function operation(scanner: Scanner, readValue: (scanner: Scanner) => string): Operation {
  const start = scanner.position;
  const found = scanner.match(operatorPattern);
  const [, name = '', quantifier, language] = found
    ? (/^([a-z]+)(?:\((any|all)\)|\((.*)\))?\.$/su.exec(found) ?? [])
    : [];
  if (quantifier === undefined && language === undefined) {
    if (name === 'in') return { kind: 'in', values: list(scanner) };
    if (name === 'is') return isOperation(scanner);
    if (name === 'isdistinct') return { kind: 'isdistinct', value: readValue(scanner) };
    if (isKey(simpleOperators, name)) return { kind: 'simple', operator: name, value: readValue(scanner) };
  }
  if (language === undefined && isKey(quantifiedOperators, name))
    return {
      kind: 'quantified',
      operator: name,
      quantifier: quantifier as 'any' | 'all' | undefined,
      value: readValue(scanner),
    };
  if (language !== '' && isKey(textSearchFunctions, name))
    return {
      kind: 'textSearch',
      operator: name,
      language: language ?? quantifier,
      value: readValue(scanner),
    };
  scanner.rewind(start);
  return scanner.fail(['operator (eq, gt, ...)']);
}

function negatable(scanner: Scanner, readValue: (scanner: Scanner) => string) {
  const negated = scanner.take('not.');
  return { negated, operation: operation(scanner, readValue) };
}

/**
 * Parses the value of a filter parameter: `op.value`.
 * @throws RestError PGRST100
 */
export function parseFilter(field: Field, value: string): Filter {
  const scanner = new Scanner('filter', value);
  const filter: Filter = { kind: 'filter', field, ...negatable(scanner, restOfText) };
  if (!scanner.atEnd) scanner.fail(['end of input']);
  return filter;
}

class LogicParser {
  readonly #scanner: Scanner;
  #terms = 0;

  constructor(text: string) {
    this.#scanner = new Scanner('logic tree', text);
  }

  parse(kind: 'and' | 'or', negated: boolean): LogicGroup {
    const group = this.#group(kind, negated, 1);
    if (!this.#scanner.atEnd) this.#scanner.fail(['end of input']);
    return group;
  }

  #group(kind: 'and' | 'or', negated: boolean, depth: number): LogicGroup {
    const scanner = this.#scanner;
    if (depth > maxDepth) this.#refuseSize();
    scanner.skipBlanks();
    scanner.expect('(');
    const terms: Logic[] = [];
    do {
      scanner.skipBlanks();
      terms.push(this.#term(depth));
      scanner.skipBlanks();
    } while (scanner.take(','));
    if (!scanner.take(')')) scanner.fail(['","', '")"']);
    scanner.skipBlanks();
    return { kind, negated, terms };
  }

  #refuseSize(): never {
    throw restError('PGRST100', ['"failed to parse logic tree" (too large)'], {
      details: `at most ${maxTerms} conditions and ${maxDepth} levels are allowed`,
    });
  }

  #term(depth: number): Logic {
    const scanner = this.#scanner;
    const group = scanner.match(/(?:not\.)?(?:and|or)(?=[ \t]*\()/y);
    if (group) return this.#group(group.endsWith('or') ? 'or' : 'and', group.startsWith('not.'), depth + 1);
    this.#terms += 1;
    if (this.#terms > maxTerms) this.#refuseSize();
    const field = scanner.field();
    if (!scanner.take('.')) scanner.fail(['"->>"', '"->"', 'delimiter (.)']);
    return { kind: 'filter', field, ...negatable(scanner, (each) => delimitedValue(each, true)) };
  }
}

/**
 * Parses the value of an `and`, `or`, `not.and` or `not.or` parameter: `(term,term,…)`.
 * @throws RestError PGRST100
 */
export function parseLogic(kind: 'and' | 'or', negated: boolean, value: string): LogicGroup {
  return new LogicParser(value).parse(kind, negated);
}
