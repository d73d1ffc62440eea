import {
  quantifiedOperators,
  simpleOperators,
  textSearchFunctions,
  type Operation,
} from '../parse/filter.ts';
import type { Condition, PlannedField } from '../plan/types.ts';
import { arrayText, identifier, literal, type Parameters } from './writer.ts';

/** A column of a level's row, and the place inside its JSON. */
export function renderField(alias: string, field: PlannedField): string {
  const column =
    field.name === '*' ? `${identifier(alias)}.*` : `${identifier(alias)}.${identifier(field.name)}`;
  const start = field.toJson ? `to_jsonb(${column})` : column;
  const steps = field.path.map(({ arrow, key, isIndex }) => `${arrow}${isIndex ? key : literal(key)}`);
  return steps.length === 0 ? start : `(${start}${steps.join('')})`;
}

const isTests = {
  null: 'is null',
  not_null: 'is not null',
  true: 'is true',
  false: 'is false',
  unknown: 'is unknown',
} as const;

function renderQuantified(
  column: string,
  operation: Extract<Operation, { kind: 'quantified' }>,
  parameters: Parameters,
): string {
  const { operator, quantifier, value } = operation;
  const pattern = operator === 'like' || operator === 'ilike' ? value.replaceAll('*', '%') : value;
  const place = parameters.add(pattern);
  return `${column} ${quantifiedOperators[operator]} ${quantifier ? `${quantifier} (${place})` : place}`;
}

function renderTextSearch(
  column: string,
  isSearchDocument: boolean,
  { operator, language, value }: Extract<Operation, { kind: 'textSearch' }>,
  parameters: Parameters,
): string {
  const configuration = language === undefined ? '' : `${parameters.add(language)}::regconfig, `;
  const document = isSearchDocument ? column : `to_tsvector(${configuration}${column})`;
  return `${document} @@ ${textSearchFunctions[operator]}(${configuration}${parameters.add(value)})`;
}

function renderOperation(
  column: string,
  field: PlannedField,
  operation: Operation,
  parameters: Parameters,
): string {
  switch (operation.kind) {
    case 'simple':
      return `${column} ${simpleOperators[operation.operator]} ${parameters.add(operation.value)}`;
    case 'quantified':
      return renderQuantified(column, operation, parameters);
    case 'in':
      return `${column} = any (${parameters.add(arrayText(operation.values))})`;
    case 'is':
      return `${column} ${isTests[operation.value]}`;
    case 'isdistinct':
      return `${column} is distinct from ${parameters.add(operation.value)}`;
    case 'textSearch':
      return renderTextSearch(column, field.isSearchDocument, operation, parameters);
  }
}

/** A condition on a level's row. */
export function renderCondition(alias: string, condition: Condition, parameters: Parameters): string {
  if (condition.kind === 'compare') {
    const { field, negated, operation } = condition;
    const test = renderOperation(renderField(alias, field), field, operation, parameters);
    return negated ? `not (${test})` : test;
  }
  if (condition.kind === 'related') {
    const { embed, exists } = condition;
    const join = identifier(embed.joinAlias);
    if (embed.toOne) return `${join} is ${exists ? '' : 'not '}distinct from null`;
    return `${join}.pgrst_count ${exists ? '> 0' : '= 0'}`;
  }
  const terms = condition.terms.map((term) => renderCondition(alias, term, parameters));
  return `${condition.negated ? 'not ' : ''}(${terms.join(` ${condition.kind} `)})`;
}
