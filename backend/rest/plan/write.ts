import type { Column, Table } from '../catalog/types.ts';
import { restError } from '../errors.ts';
import type { Filter } from '../parse/filter.ts';
import { parseRows } from '../parse/payload.ts';
import type { Clause } from '../parse/query.ts';
import type { ParsedRequest } from '../parse/request.ts';
import { planCondition } from './read.ts';
import type { Condition, DeletePlan, GivenRows, InsertPlan, UpdatePlan } from './types.ts';

type ConditionClause = Extract<Clause, { kind: 'condition' }>;

function rootConditions(request: ParsedRequest): readonly ConditionClause[] {
  return request.query.clauses.filter(
    (clause): clause is ConditionClause => clause.kind === 'condition' && clause.path.length === 0,
  );
}

function planConditions(request: ParsedRequest, table: Table): readonly Condition[] {
  return rootConditions(request).map(({ condition }) => planCondition(condition, table, []));
}

function writeColumns(names: readonly string[], table: Table): readonly Column[] {
  return [...new Set(names)].map((name) => {
    const column = table.columns.get(name);
    if (!column) throw restError('PGRST204', [name, table.name]);
    return column;
  });
}

function givenRows(request: ParsedRequest, table: Table, checkCount?: (rows: number) => void): GivenRows {
  const { columns } = request.query;
  const { json, keys, count } = parseRows(request, columns !== undefined);
  checkCount?.(count);
  const defaults = request.preferences.missing === 'default';
  return { table, columns: writeColumns(columns ?? keys, table), json, defaults };
}

function planInsert(request: ParsedRequest, table: Table): InsertPlan {
  const { resolution } = request.preferences;
  const columns = request.query.onConflict ?? table.primaryKey;
  const resolves = resolution !== undefined && columns.length > 0;
  const conflict = resolves ? { columns, merge: resolution === 'merge-duplicates' } : undefined;
  return { kind: 'insert', ...givenRows(request, table), conflict, mustMatch: [] };
}

function isKeyFilter(condition: ConditionClause['condition']): condition is Filter {
  return (
    condition.kind === 'filter' &&
    !condition.negated &&
    condition.field.path.length === 0 &&
    condition.operation.kind === 'quantified' &&
    condition.operation.operator === 'eq' &&
    condition.operation.quantifier === undefined
  );
}

/** PUT writes the one row that the filters name by its primary key. */
function planPut(request: ParsedRequest, table: Table): InsertPlan {
  if (request.query.clauses.some(({ kind }) => kind === 'limit' || kind === 'offset'))
    throw restError('PGRST114', []);
  const conditions = rootConditions(request).map(({ condition }) => condition);
  const named = new Set(conditions.filter(isKeyFilter).map(({ field }) => field.name));
  const { primaryKey } = table;
  const exact = named.size === primaryKey.length && primaryKey.every((column) => named.has(column));
  if (primaryKey.length === 0 || !exact || !conditions.every(isKeyFilter)) throw restError('PGRST105', []);
  const rows = givenRows(request, table, (count) => {
    if (count !== 1) throw restError('PGRST115', []);
  });
  if (!primaryKey.every((key) => rows.columns.some(({ name }) => name === key)))
    throw restError('PGRST115', []);
  const conflict = { columns: primaryKey, merge: true };
  return { kind: 'insert', ...rows, defaults: false, conflict, mustMatch: planConditions(request, table) };
}

function requireConditions(request: ParsedRequest, verb: 'UPDATE' | 'DELETE'): void {
  if (rootConditions(request).length === 0) throw restError('21000', [verb]);
}

function planUpdate(request: ParsedRequest, table: Table): UpdatePlan {
  requireConditions(request, 'UPDATE');
  const rows = givenRows(request, table, (count) => {
    if (count > 1) throw restError('PGRST102', ['An update takes one object, not several']);
  });
  return { kind: 'update', ...rows, conditions: planConditions(request, table) };
}

function planDelete(request: ParsedRequest, table: Table): DeletePlan {
  requireConditions(request, 'DELETE');
  return { kind: 'delete', table, conditions: planConditions(request, table) };
}

/**
 * Plans a write to a table. Rejects updates and deletes without a filter.
 * @throws RestError 21000, PGRST102, PGRST105, PGRST114, PGRST115, PGRST204
 */
export function planWrite(request: ParsedRequest, table: Table): InsertPlan | UpdatePlan | DeletePlan {
  if (request.method === 'PATCH') return planUpdate(request, table);
  if (request.method === 'DELETE') return planDelete(request, table);
  return request.method === 'PUT' ? planPut(request, table) : planInsert(request, table);
}
