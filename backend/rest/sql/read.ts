import type { ColumnPair } from '../catalog/types.ts';
import type { Condition, OutputColumn, OutputEmbed, ReadPlan } from '../plan/types.ts';
import { renderCondition, renderField } from './condition.ts';
import { castType, identifier, qualified, type Parameters } from './writer.ts';

/** The name of the write's or call's rows. */
export const sourceName = 'pgrst_source';

function applyCast(expression: string, type: string | undefined): string {
  return type === undefined ? expression : `cast(${expression} as ${castType(type)})`;
}

function renderColumn(alias: string, output: OutputColumn): string {
  const { field, key, cast, aggregate, aggregateCast } = output;
  const isRowCount = aggregate === 'count' && field.name === '*';
  const value = isRowCount ? '*' : applyCast(renderField(alias, field), cast);
  const result = aggregate ? applyCast(`${aggregate}(${value})`, aggregateCast) : value;
  const name = key ?? (cast === undefined ? undefined : field.name);
  return name === undefined ? result : `${result} as ${identifier(name)}`;
}

/** The values that an embed adds to its parent's row, with their names. Grouped ones must be comparable. */
function embedValues(embed: OutputEmbed, grouped: boolean): readonly (readonly [string, string])[] {
  if (!embed.visible) return [];
  const join = identifier(embed.joinAlias);
  const comparable = grouped ? '::jsonb' : '';
  if (embed.spread)
    return embed.read.columnNames.map((name) => {
      const value = `${join}.${identifier(name)}`;
      return [embed.toOne ? value : `coalesce(${value}, '[]')${comparable}`, name];
    });
  const value = embed.toOne ? `row_to_json(${join}.*)` : `coalesce(${join}.pgrst_rows, '[]')`;
  return [[`${value}${comparable}`, embed.key]];
}

function renderEmbedOutput(embed: OutputEmbed, grouped: boolean): readonly string[] {
  if (embed.visible && embed.spread && embed.toOne && !grouped) return [`${identifier(embed.joinAlias)}.*`];
  return embedValues(embed, grouped).map(([value, name]) => `${value} as ${identifier(name)}`);
}

/** The aggregate of a to-many embed's rows: one array, or, when spread, one array per column. */
function gather(embed: OutputEmbed, rows: string): string {
  const join = identifier(embed.joinAlias);
  const arrays = embed.spread
    ? embed.read.columnNames.map((name) => `json_agg(${join}.${identifier(name)}) as ${identifier(name)}`)
    : [`json_agg(${join}) as pgrst_rows`];
  return `select ${['count(*) as pgrst_count', ...arrays].join(', ')} from (${rows}) as ${join}`;
}

function renderJoin(embed: OutputEmbed, parent: ReadPlan, parameters: Parameters): string {
  const join = identifier(embed.joinAlias);
  const rows = renderRows(embed.read, parameters, { embed, parent });
  const kind = embed.inner ? 'inner' : 'left';
  if (embed.toOne) return `${kind} join lateral (${rows}) as ${join} on true`;
  const condition = embed.inner ? `${join}.pgrst_count > 0` : 'true';
  return `${kind} join lateral (${gather(embed, rows)}) as ${join} on ${condition}`;
}

interface Embedded {
  readonly embed: OutputEmbed;
  readonly parent: ReadPlan;
}

function equalities(left: string, right: string, pairs: readonly ColumnPair[]): readonly string[] {
  return pairs.map(
    ([own, other]) => `${identifier(left)}.${identifier(own)} = ${identifier(right)}.${identifier(other)}`,
  );
}

function renderRelated(alias: string, { embed, parent }: Embedded) {
  const { relationship } = embed;
  if (relationship.kind === 'computed') {
    const row = `${identifier(parent.alias)}::${qualified(relationship.table)}`;
    return { from: `${qualified(relationship.function)}(${row}) as ${identifier(alias)}`, conditions: [] };
  }
  const target = `${qualified(relationship.target)} as ${identifier(alias)}`;
  if (relationship.kind !== 'many-to-many')
    return { from: target, conditions: equalities(parent.alias, alias, relationship.columns) };
  const { junction, ownColumns, targetColumns } = relationship;
  const through = embed.junctionAlias;
  const matches = equalities(alias, through, targetColumns).join(' and ');
  return {
    from: `${target} inner join ${qualified(junction)} as ${identifier(through)} on ${matches}`,
    conditions: equalities(parent.alias, through, ownColumns),
  };
}

function renderFrom(plan: ReadPlan, embedded: Embedded | undefined) {
  if (embedded) return renderRelated(plan.alias, embedded);
  const rows = plan.from ? qualified(plan.from) : sourceName;
  return { from: `${rows} as ${identifier(plan.alias)}`, conditions: [] };
}

function clause(keyword: string, parts: readonly string[], separator: string): string {
  return parts.length === 0 ? '' : ` ${keyword} ${parts.join(separator)}`;
}

function renderOrder(plan: ReadPlan): string {
  const terms = plan.order.map(({ field, joinAlias, direction, nulls }) => {
    const column = renderField(joinAlias ?? plan.alias, field);
    return `${column}${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`;
  });
  return clause('order by', terms, ', ');
}

function isGrouped({ outputs }: ReadPlan): boolean {
  return outputs.some((output) => output.kind === 'column' && output.aggregate);
}

function groupBy(plan: ReadPlan): string {
  if (!isGrouped(plan)) return '';
  const keys = plan.outputs.flatMap((output) => {
    if (output.kind === 'column')
      return output.aggregate ? [] : applyCast(renderField(plan.alias, output.field), output.cast);
    return embedValues(output, true).map(([value]) => value);
  });
  return clause('group by', keys, ', ');
}

function renderPage({ limit, offset }: ReadPlan, parameters: Parameters): string {
  const rows = limit === undefined ? '' : ` limit ${parameters.add(String(limit))}`;
  return offset === 0n ? rows : `${rows} offset ${parameters.add(String(offset))}`;
}

function renderConditions(plan: ReadPlan, joins: readonly string[], parameters: Parameters): string {
  const conditions = plan.conditions.map((each) => renderCondition(plan.alias, each, parameters));
  return clause('where', [...joins, ...conditions], ' and ');
}

/** The rows of a level, with its embeds joined. */
export function renderRows(plan: ReadPlan, parameters: Parameters, embedded?: Embedded): string {
  const embeds = plan.outputs.filter((output) => output.kind === 'embed');
  const grouped = isGrouped(plan);
  const outputs = plan.outputs.flatMap((output) =>
    output.kind === 'column' ? renderColumn(plan.alias, output) : renderEmbedOutput(output, grouped),
  );
  const { from, conditions } = renderFrom(plan, embedded);
  const joins = embeds.map((embed) => ` ${renderJoin(embed, plan, parameters)}`).join('');
  const where = renderConditions(plan, conditions, parameters);
  const page = embedded?.embed.toOne ? '' : renderPage(plan, parameters);
  return `select ${outputs.join(', ')} from ${from}${joins}${where}${groupBy(plan)}${renderOrder(plan)}${page}`;
}

function asksFor(condition: Condition, embed: OutputEmbed): boolean {
  if (condition.kind === 'related') return condition.embed === embed;
  return condition.kind !== 'compare' && condition.terms.some((term) => asksFor(term, embed));
}

/** One row for each row of the root, whatever the page: what a count counts. */
export function renderCounted(plan: ReadPlan, parameters: Parameters, upTo: bigint | undefined): string {
  const deciding = plan.outputs.filter(
    (output): output is OutputEmbed =>
      output.kind === 'embed' && (output.inner || plan.conditions.some((each) => asksFor(each, output))),
  );
  const { from } = renderFrom(plan, undefined);
  const joins = deciding.map((embed) => ` ${renderJoin(embed, plan, parameters)}`).join('');
  const where = renderConditions(plan, [], parameters);
  const limit = upTo === undefined ? '' : ` limit ${parameters.add(String(upTo))}`;
  return `select from ${from}${joins}${where}${limit}`;
}
