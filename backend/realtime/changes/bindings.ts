import type { Statement } from '../../db/exchange.ts';
import type { ChangesRequest } from '../protocol/join-payload.ts';
import { checkPatterns, conditionSql, FilterError, parseChangesFilter } from './filter.ts';
import { castOf, columnOf, type PublishedTable } from './tables.ts';

/** One `postgres_changes` listener of a channel. */
export type Binding = Readonly<ReturnType<typeof readBinding>>;

export function matchesTable(binding: Binding, table: PublishedTable): boolean {
  return (
    (binding.schema === '*' || binding.schema === table.schema) &&
    (binding.table === '*' || binding.table === table.name)
  );
}

/**
 * @param id the client finds its callback by this number
 * @throws FilterError
 */
export function readBinding({ event, schema, table, filter, select }: ChangesRequest, id: number) {
  return {
    id,
    event: event ?? '*',
    schema: schema ?? '*',
    table: table ?? '*',
    filter: filter ?? '',
    conditions: parseChangesFilter(filter ?? ''),
    /** The selected columns; undefined for all. */
    selected: select ?? undefined,
    /** The same for bindings that ask a table for the same. */
    key: JSON.stringify([filter, select]),
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
    const reference = (column: string): string => `null::${castOf(table, column)}`;
    return binding.conditions.map((condition) => conditionSql(condition, table, reference, values));
  });
  return conditions.length > 0 ? { sql: `select ${conditions.join(', ')}`, values } : undefined;
}
