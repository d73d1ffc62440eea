import { keyOf } from '../catalog/types.ts';
import { restError } from '../errors.ts';
import type { Logic, Operation } from '../parse/filter.ts';
import type { ParsedRequest } from '../parse/request.ts';
import type { Privilege } from './privilege.ts';
import type { Condition, OutputEmbed, ReadPlan, StatementPlan } from './types.ts';

/** Conditions of one request, all filters and logic trees together. */
const maxConditions = 200;
/** Longest regular expression. The administration panel writes sixteen for one letter. */
const maxExpressionCharacters = 500;
/**
 * Longest values that a user's regular expression may search: its time grows with their length, and no form of an
 * expression keeps it small on a long text.
 */
const maxSearched = 200;
/** Times that a request without an account may select one column: the database reads a long value anew for each. */
const maxSelected = 3;
/** A read with more of any of these is costly. */
const usual = { conditions: 20, embeds: 5, orders: 5 };

type Quantified = Extract<Operation, { kind: 'quantified' }>;

/** Whether a regular expression may refer back to a group. In an array, backslashes stand for themselves or are doubled. */
function hasReference({ value, quantifier }: Quantified): boolean {
  return quantifier ? /\\[1-9]/.test(value) : /^(?:[^\\]|\\[^1-9])*\\[1-9]/.test(value);
}

/**
 * Whether PostgreSQL may need more than linear time for a regular expression: back references, counted repetitions and
 * lookaround. The array of `match(any)` stands in braces of its own.
 */
function isCostlyExpression(operation: Quantified): boolean {
  const { value, quantifier } = operation;
  const expression = quantifier ? value.replace(/^\{/, '') : value;
  return (
    value.length > maxExpressionCharacters ||
    expression.includes('{') ||
    /\(\?(?!:)/.test(expression) ||
    hasReference(operation)
  );
}

type Comparison = Extract<Condition, { kind: 'compare' }>;

function checkExpression({ operation, field }: Comparison, privilege: Privilege): void {
  if (operation.kind !== 'quantified' || privilege === 'service') return;
  const { operator } = operation;
  if (operator !== 'match' && operator !== 'imatch') return;
  if (privilege === 'anonymous')
    throw restError('PGRST127', [], { details: `${operator} is not available without an account` });
  if (isCostlyExpression(operation))
    throw restError('PGRST127', [], {
      details: `${operator} takes at most ${maxExpressionCharacters} characters, without back references, repetition counts in braces and groups that begin with "(?" except "(?:"`,
    });
  // Administrators search views, whose columns may be computed; their statements have a time limit too.
  if (privilege === 'user' && !(field.maxLength !== undefined && field.maxLength <= maxSearched))
    throw restError('PGRST127', [], {
      details: `${operator} searches only columns whose type or check allows at most ${maxSearched} characters`,
    });
}

function comparisonsOf(condition: Condition): readonly Comparison[] {
  if (condition.kind === 'compare') return [condition];
  return condition.kind === 'related' ? [] : condition.terms.flatMap(comparisonsOf);
}

/** The comparisons of a write and of all levels of a read. */
function comparisonsIn({ source, read }: StatementPlan): readonly Comparison[] {
  const conditions = source?.kind === 'update' || source?.kind === 'delete' ? source.conditions : [];
  const levels = [read, ...embedsOf(read).map((embed) => embed.read)];
  return [...conditions, ...levels.flatMap((level) => level.conditions)].flatMap(comparisonsOf);
}

function isPattern(operation: Operation): boolean {
  if (operation.kind === 'textSearch') return true;
  return operation.kind === 'quantified' && /match|like/.test(operation.operator);
}

function operationsOf(logic: Logic): readonly Operation[] {
  return logic.kind === 'filter' ? [logic.operation] : logic.terms.flatMap(operationsOf);
}

/** The embeds of all levels. */
function embedsOf({ outputs }: ReadPlan): readonly OutputEmbed[] {
  return outputs
    .filter((output) => output.kind === 'embed')
    .flatMap((embed) => [embed, ...embedsOf(embed.read)]);
}

/** Refuses a request that selects a column many times: `*` selects each column of its relation. @throws RestError PGRST127 */
function checkRepetition(read: ReadPlan): void {
  const levels = [read, ...embedsOf(read).map((embed) => embed.read)];
  const selected = levels.flatMap(({ from, outputs }) =>
    outputs
      .filter((output) => output.kind === 'column')
      .filter(({ aggregate }) => aggregate !== 'count')
      .map(({ field }) => ({ relation: from ? keyOf(from) : '', name: field.name })),
  );
  for (const columns of Map.groupBy(selected, ({ relation }) => relation).values()) {
    const byName = Map.groupBy(columns, ({ name }) => name);
    const stars = byName.get('*')?.length ?? 0;
    byName.delete('*');
    const most = Math.max(0, ...[...byName.values()].map(({ length }) => length));
    if (stars + most > maxSelected)
      throw restError('PGRST127', [], {
        details: `Without an account, a column is selected at most ${maxSelected} times`,
      });
  }
}

/**
 * Whether a request may cost the database far more than its rows are worth, so that it has to end early: patterns,
 * text search, lists within rows, and many conditions, embeds or sort keys. Measured with 100,000 rows of the
 * caller's own: every other read took less than 180 ms of a core. Administrators search all rows, which takes longer
 * than that on a busy machine; their reads have the usual time.
 * @throws RestError PGRST100 when it has too many conditions, PGRST127 for a regular expression, or a repeated column, that is
 *   not allowed
 */
export function isCostly({ query }: ParsedRequest, statement: StatementPlan, privilege: Privilege): boolean {
  const { read } = statement;
  const operations = query.clauses.flatMap((clause) =>
    clause.kind === 'condition' ? operationsOf(clause.condition) : [],
  );
  if (operations.length > maxConditions)
    throw restError('PGRST100', ['"failed to parse the query string" (too large)'], {
      details: `at most ${maxConditions} conditions are allowed`,
    });
  for (const comparison of comparisonsIn(statement)) checkExpression(comparison, privilege);
  if (privilege === 'anonymous') checkRepetition(read);
  if (privilege === 'administrator') return false;
  const embeds = embedsOf(read);
  const orders = embeds.reduce((sum, embed) => sum + embed.read.order.length, read.order.length);
  return (
    // Rows with lists of others: their number is a product.
    embeds.some(({ toOne }) => !toOne) ||
    embeds.length > usual.embeds ||
    orders > usual.orders ||
    operations.length > usual.conditions ||
    operations.some(isPattern)
  );
}
