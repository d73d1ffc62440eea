import { castOf, type PublishedTable } from './tables.ts';

/** The operators that compare with a value of the column's type, in SQL. */
const signs = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
} as const;
/** The operators that match the column's text with a pattern, in SQL. */
const patternSigns = { like: 'like', ilike: 'ilike', match: '~', imatch: '~*' } as const;

const operators: ReadonlySet<string> = new Set([
  ...Object.keys(signs),
  ...Object.keys(patternSigns),
  'in',
  'is',
]);

type Operator = keyof typeof signs | keyof typeof patternSigns | 'in' | 'is';

/** One condition of a `postgres_changes` filter; a row must meet all of them. */
export interface FilterCondition {
  readonly column: string;
  readonly negated: boolean;
  readonly operator: Operator;
  /** One value; several for `in`. */
  readonly values: readonly string[];
}

/** A filter is invalid; the message is for the client. */
export class FilterError extends Error {}

const maxFilterCharacters = 1000;
/** Values of one `in`, as upstream. */
const maxValues = 100;
const maxConditions = 10;
const maxPatternCharacters = 100;
const isValues = new Set(['null', 'true', 'false', 'unknown']);

/** The index of the quote that closes the one at `start`; `start` itself when there is none. */
function endOfQuoted(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return start;
}

/** Splits at the commas outside quotes and parentheses; parentheses do not nest. */
function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let parenthesis = false;
  const end = (index: number): void => {
    if (index > start) parts.push(text.slice(start, index).trim());
    start = index + 1;
  };
  // After an unclosed quote no later quote closes either: searching again for each would take quadratic time.
  let isOpen = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text[index];
    if (unit === '"' && !isOpen) {
      const closing = endOfQuoted(text, index);
      isOpen = closing === index;
      index = closing;
    } else if (unit === '(') parenthesis = true;
    else if (unit === ')') parenthesis = false;
    else if (unit === ',' && !parenthesis) end(index);
  }
  end(text.length);
  return parts;
}

function unquote(value: string): string {
  return /^"(?:[^"\\]|\\.)*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;
}

function isOperator(text: string): text is Operator {
  return operators.has(text);
}

function parseCondition(text: string): FilterCondition {
  const match = /^([^=]+)=(not\.)?([a-z]+)\.(.*)$/s.exec(text);
  const [, column = '', not, operator = '', value = ''] = match ?? [];
  if (!match || !isOperator(operator)) throw new FilterError(`Error parsing \`filter\` params: ${text}`);
  const negated = not !== undefined;
  if (operator === 'is' && !isValues.has(value))
    throw new FilterError(`\`is\` takes null, true, false or unknown, not ${value}`);
  if (operator !== 'in') return { column, negated, operator, values: [unquote(value)] };
  const values = splitAtCommas(value.replace(/^\(|\)$/g, '')).map(unquote);
  if (values.length === 0 || values.length > maxValues)
    throw new FilterError(`\`in\` takes 1 to ${maxValues} values`);
  return { column, negated, operator, values };
}

/**
 * Parses a filter of realtime-js: `id=eq.1,age=not.in.(1,2)`. Values with commas, parentheses, quotes or backslashes are in
 * double quotes.
 * @throws FilterError
 */
export function parseChangesFilter(text: string): readonly FilterCondition[] {
  if (text.length > maxFilterCharacters)
    throw new FilterError(`A filter has at most ${maxFilterCharacters} characters`);
  if (text.includes('\0')) throw new FilterError('A filter cannot contain NUL');
  const conditions = splitAtCommas(text);
  if (conditions.length > maxConditions)
    throw new FilterError(`A filter has at most ${maxConditions} conditions`);
  return conditions.map(parseCondition);
}

/**
 * Rejects patterns that could be slow, because the database matches them against every change. Regular expressions need
 * an account, and may not use backreferences or counted repetitions, which do not run in linear time.
 * @throws FilterError
 */
export function checkPatterns(conditions: readonly FilterCondition[], role: string): void {
  for (const { operator, values } of conditions) {
    if (!Object.hasOwn(patternSigns, operator)) continue;
    const [pattern = ''] = values;
    if (pattern.length > maxPatternCharacters)
      throw new FilterError(`\`${operator}\` takes at most ${maxPatternCharacters} characters`);
    if (operator !== 'match' && operator !== 'imatch') continue;
    if (role === 'anon') throw new FilterError(`\`${operator}\` needs an account`);
    if (/\\\d|\{/.test(pattern))
      throw new FilterError(`\`${operator}\` takes neither references back nor {…}`);
  }
}

/**
 * Writes a condition as SQL.
 * @param reference writes a column as SQL
 * @param values receives the statement's parameters
 */
export function conditionSql(
  { column, negated, operator, values: wanted }: FilterCondition,
  table: PublishedTable,
  reference: (column: string) => string,
  values: string[],
): string {
  const left = reference(column);
  const [value = ''] = wanted;
  const typed = (each: string): string => `$${values.push(each)}::${castOf(table, column)}`;
  const sql = (): string => {
    switch (operator) {
      case 'is':
        return `${left} is ${value}`;
      case 'in':
        return `${left} in (${wanted.map(typed).join(', ')})`;
      case 'like':
      case 'ilike':
      case 'match':
      case 'imatch':
        return `${left}::text ${patternSigns[operator]} $${values.push(value)}::text`;
      default:
        return `${left} ${signs[operator]} ${typed(value)}`;
    }
  };
  return negated ? `not (${sql()})` : sql();
}
