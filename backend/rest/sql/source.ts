import type { Column, QualifiedName } from '../catalog/types.ts';
import type { CallPlan, DeletePlan, GivenRows, InsertPlan, Source, UpdatePlan } from '../plan/types.ts';
import { renderCondition } from './condition.ts';
import { arrayText, identifier, literal, qualified, type Parameters } from './writer.ts';

const bodyName = 'pgrst_body';
/** Counts the rows that an upsert inserted anew. */
export const insertedSetting = 'pgrst.inserted';

function typedNames(columns: readonly Pick<Column, 'name' | 'type'>[]): string {
  return columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(', ');
}

/** The rows of the body as `pgrst_body`, typed as the columns; with `defaults`, absent keys take the default. */
function renderBody(plan: GivenRows, parameters: Parameters): string {
  const { columns, defaults } = plan;
  const json = parameters.add(plan.json);
  if (columns.length === 0) return `json_array_elements(${json}::json) as ${bodyName}`;
  if (!defaults) return `json_to_recordset(${json}::json) as ${bodyName}(${typedNames(columns)})`;
  const values = columns.map(({ name, default: expression }) => {
    const column = identifier(name);
    return expression === null
      ? `r.${column}`
      : `case when e.value->${literal(name)} is null then ${expression} else r.${column} end as ${column}`;
  });
  return `(select ${values.join(', ')} from json_array_elements(${json}::json) as e(value),
    lateral json_to_record(e.value) as r(${typedNames(columns)})) as ${bodyName}`;
}

function columnsOf({ name: table }: QualifiedName, columns: readonly string[]): string {
  return columns.map((name) => `${identifier(table)}.${name === '*' ? '*' : identifier(name)}`).join(', ');
}

function returning(table: QualifiedName, columns: readonly string[]): string {
  return columns.length === 0 ? 'returning 1 as pgrst_row' : `returning ${columnsOf(table, columns)}`;
}

/** A condition that is always true and adds to the number of inserted rows. */
function countInserted(step: '+ 1' | '- 1'): string {
  const counted = `coalesce(nullif(current_setting('${insertedSetting}', true), ''), '0')::int`;
  return `set_config('${insertedSetting}', (${counted} ${step})::text, true) is not null`;
}

function renderConflict(plan: InsertPlan): string {
  if (!plan.conflict) return '';
  const target = plan.conflict.columns.map(identifier).join(', ');
  if (!plan.conflict.merge || plan.columns.length === 0) return ` on conflict (${target}) do nothing`;
  const changes = plan.columns.map(({ name }) => `${identifier(name)} = excluded.${identifier(name)}`);
  return ` on conflict (${target}) do update set ${changes.join(', ')} where ${countInserted('- 1')}`;
}

function renderInsert(plan: InsertPlan, returned: readonly string[], parameters: Parameters): string {
  const names = plan.columns.map(({ name }) => identifier(name));
  const into = `${qualified(plan.table)}${names.length > 0 ? ` (${names.join(', ')})` : ''}`;
  const body = renderBody(plan, parameters);
  const conditions = plan.mustMatch.map((each) => renderCondition(bodyName, each, parameters));
  if (plan.conflict) conditions.push(countInserted('+ 1'));
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  const values = names.map((name) => `${bodyName}.${name}`).join(', ');
  return `insert into ${into} select ${values} from ${body}${where}${renderConflict(plan)} ${returning(plan.table, returned)}`;
}

function renderWhere(plan: UpdatePlan | DeletePlan, parameters: Parameters): string {
  return plan.conditions.map((each) => renderCondition(plan.table.name, each, parameters)).join(' and ');
}

function renderUpdate(plan: UpdatePlan, returned: readonly string[], parameters: Parameters): string {
  const target = qualified(plan.table);
  if (plan.columns.length === 0)
    return `select ${columnsOf(plan.table, returned)} from ${target} where false`;
  const body = renderBody(plan, parameters);
  const changes = plan.columns.map(({ name }) => `${identifier(name)} = ${bodyName}.${identifier(name)}`);
  return `update ${target} set ${changes.join(', ')} from ${body} where ${renderWhere(plan, parameters)} ${returning(plan.table, returned)}`;
}

function renderDelete(plan: DeletePlan, returned: readonly string[], parameters: Parameters): string {
  const where = renderWhere(plan, parameters);
  return `delete from ${qualified(plan.table)} where ${where} ${returning(plan.table, returned)}`;
}

function renderCall({ routine, arguments: given, json }: CallPlan, parameters: Parameters): string {
  const fromBody = given.filter(({ value }) => value === undefined);
  const rendered = given.map(({ name, type, variadic, value }) => {
    const text = typeof value === 'object' ? arrayText(value) : value;
    const source =
      text === undefined ? `pgrst_arguments.${identifier(name)}` : `${parameters.add(text)}::${type}`;
    return `${variadic ? 'variadic ' : ''}${name === '' ? '' : `${identifier(name)} => `}${source}`;
  });
  const call = `${qualified(routine)}(${rendered.join(', ')})`;
  const from =
    fromBody.length === 0
      ? []
      : [`json_to_record(${parameters.add(json)}::json) as pgrst_arguments(${typedNames(fromBody)})`];
  if (routine.returns === 'composite')
    return `select pgrst_call.* from ${[...from, `${call} as pgrst_call`].join(', lateral ')}`;
  return [`select ${call} as pgrst_scalar`, ...from].join(' from ');
}

/** The SQL of the write or call that the statement reads from, with the columns that it returns. */
export function renderSource(source: Source, returned: readonly string[], parameters: Parameters): string {
  switch (source.kind) {
    case 'insert':
      return renderInsert(source, returned, parameters);
    case 'update':
      return renderUpdate(source, returned, parameters);
    case 'delete':
      return renderDelete(source, returned, parameters);
    case 'call':
      return renderCall(source, parameters);
  }
}
