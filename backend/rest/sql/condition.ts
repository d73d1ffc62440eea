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

function renderOperation(
  column: string,
  isSearchDocument: boolean,
  operation: Operation,
  parameters: Parameters,
): string {
  switch (operation.kind) {
    case 'simple':
      return `${column} ${simpleOperators[operation.operator]} ${parameters.add(operation.value)}`;
    case 'quantified': {
      const { operator, quantifier, value } = operation;
      const isLike = operator === 'like' || operator === 'ilike';
      const place = parameters.add(isLike ? value.replaceAll('*', '%') : value);
      return `${column} ${quantifiedOperators[operator]} ${quantifier ? `${quantifier} (${place})` : place}`;
    }
    case 'in':
      return `${column} = any (${parameters.add(arrayText(operation.values))})`;
    case 'is':
      return `${column} is ${operation.value.replace('_', ' ')}`;
    case 'isdistinct':
      return `${column} is distinct from ${parameters.add(operation.value)}`;
    case 'textSearch': {
      const { operator, language, value } = operation;
      const configuration = language === undefined ? '' : `${parameters.add(language)}::regconfig, `;
      const document = isSearchDocument ? column : `to_tsvector(${configuration}${column})`;
      return `${document} @@ ${textSearchFunctions[operator]}(${configuration}${parameters.add(value)})`;
    }
  }
}

/** A condition on a level's row. */
export function renderCondition(alias: string, condition: Condition, parameters: Parameters): string {
  if (condition.kind === 'compare') {
    const { field, negated, operation } = condition;
    const test = renderOperation(renderField(alias, field), field.isSearchDocument, operation, parameters);
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
