const operators = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
] as const;
export type Operator = (typeof operators)[number];

/** One condition of a `postgres_changes` filter; all of them must hold. */
export interface Condition {
  readonly column: string;
  readonly negated: boolean;
  readonly operator: Operator;
  /** One value; several with `in`. */
  readonly values: readonly string[];
}

/** A filter cannot be read; the message is for the client. */
export class FilterError extends Error {}

/** As upstream: so many values of one `in`. */
const maxValues = 100;
const isValues = new Set(['null', 'true', 'false', 'unknown']);

/** Cuts at the commas outside of quotes and parentheses. */
function splitAtCommas(text: string): string[] {
  const parts = text.match(/(?:"(?:[^"\\]|\\.)*"|\((?:"(?:[^"\\]|\\.)*"|[^")])*\)|[^,])+/gs) ?? [];
  return parts.map((part) => part.trim());
}

function unquote(value: string): string {
  return /^"(?:[^"\\]|\\.)*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, '$1') : value;
}

function isOperator(text: string): text is Operator {
  return (operators as readonly string[]).includes(text);
}

function parseCondition(text: string): Condition {
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
 * Reads a filter as realtime-js writes it: `id=eq.1,age=not.in.(1,2)`; the conditions are joined by “and”. Values
 * with commas, parentheses, quotes or backslashes stand in double quotes.
 * @throws FilterError
 */
export function parseFilter(text: string): readonly Condition[] {
  if (text.includes('\0')) throw new FilterError('A filter cannot contain NUL');
  return splitAtCommas(text).map(parseCondition);
}

const signs: Partial<Record<Operator, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  isdistinct: 'is distinct from',
};
const textSigns: Partial<Record<Operator, string>> = {
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};

/**
 * A condition as SQL.
 * @param reference the column, as SQL
 * @param cast the column's type, as SQL
 * @param parameter takes a value and gives its placeholder
 */
export function conditionSql(
  { negated, operator, values }: Condition,
  reference: string,
  cast: string,
  parameter: (value: string) => string,
): string {
  const [value = ''] = values;
  const typed = (each: string): string => `${parameter(each)}::${cast}`;
  const sign = signs[operator];
  const textSign = textSigns[operator];
  const sql = sign
    ? `${reference} ${sign} ${typed(value)}`
    : textSign
      ? `${reference}::text ${textSign} ${parameter(value)}::text`
      : operator === 'is'
        ? `${reference} is ${value}`
        : `${reference} in (${values.map(typed).join(', ')})`;
  return negated ? `not (${sql})` : sql;
}
