import type { Statement } from '../../db/exchange.ts';
import type { ChangesRequest } from '../protocol/join-payload.ts';
import {
  checkPatterns,
  conditionSql,
  FilterError,
  parseChangesFilter,
  type FilterCondition,
} from './filter.ts';
import { columnOf, type PublishedTable } from './tables.ts';

export type ChangeType = 'INSERT' | 'UPDATE' | 'DELETE';

/** One `postgres_changes` listener of a channel. */
export interface Binding {
  /** The client finds its callback by this number. */
  readonly id: number;
  readonly event: '*' | ChangeType;
  readonly schema: string;
  readonly table: string;
  readonly filter: string;
  readonly conditions: readonly FilterCondition[];
  readonly selected: readonly string[] | undefined;
}

export function matchesTable(binding: Binding, table: PublishedTable): boolean {
  return (
    (binding.schema === '*' || binding.schema === table.schema) &&
    (binding.table === '*' || binding.table === table.name)
  );
}

/** @throws FilterError */
export function readBinding(request: ChangesRequest, id: number): Binding {
  const { event, schema, table, filter, select } = request;
  return {
    id,
    event: event ?? '*',
    schema: schema ?? '*',
    table: table ?? '*',
    filter: filter ?? '',
    conditions: parseChangesFilter(filter ?? ''),
    selected: select ?? undefined,
  };
}

/** Drops repeated requests of a channel, as the client does. */
export function distinctRequests(requests: readonly ChangesRequest[]): readonly ChangesRequest[] {
  const key = ({ event, schema, table, filter, select }: ChangesRequest): string =>
    JSON.stringify([event, schema, table, filter, select]);
  return [...new Map(requests.map((request) => [key(request), request])).values()];
}

/** A column that the role may not read looks like a missing one. */
function checkColumns(binding: Binding, table: PublishedTable, role: string): void {
  const names = [...binding.conditions.map(({ column }) => column), ...(binding.selected ?? [])];
  for (const name of names)
    if (!columnOf(table, name)?.roles.includes(role))
      throw new FilterError(`invalid column for filter ${name}`);
}

/** Finds the table of a binding and checks the role's access; undefined for a binding to several tables. */
function namedTable(
  binding: Binding,
  tables: readonly PublishedTable[],
  role: string,
): PublishedTable | undefined {
  checkPatterns(binding.conditions, role);
  if (binding.schema === '*' || binding.table === '*') return undefined;
  const table = tables.find((each) => matchesTable(binding, each));
  if (!table)
    throw new FilterError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect ` +
        `parameters: [schema: ${binding.schema}, table: ${binding.table}, filters: ${binding.filter}]`,
    );
  checkColumns(binding, table, role);
  return table;
}

/**
 * Checks bindings against the published tables. Returns a statement that fails if PostgreSQL cannot parse a filter's value;
 * undefined without filters.
 * @throws FilterError with the message for the client
 */
export function checkBindings(
  bindings: readonly Binding[],
  tables: readonly PublishedTable[],
  role: string,
): Statement | undefined {
  const values: string[] = [];
  const conditions = bindings.flatMap((binding) => {
    const table = namedTable(binding, tables, role);
    if (!table) return [];
    return binding.conditions.map((condition) => {
      const cast = columnOf(table, condition.column)?.cast ?? 'text';
      return conditionSql(condition, `null::${cast}`, cast, (value) => `$${values.push(value)}`);
    });
  });
  return conditions.length > 0 ? { sql: `select ${conditions.join(', ')}`, values } : undefined;
}
