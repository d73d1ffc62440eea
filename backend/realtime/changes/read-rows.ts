import pg from 'pg';
import type { Database } from '../../db/database.ts';
import type { Statement } from '../../db/exchange.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Binding, ChangeType } from './bindings.ts';
import { conditionSql } from './filter.ts';
import { isUuid } from '../../util/uuid.ts';
import { databaseSession } from '../protocol/credential.ts';
import { columnOf, tableSql, visibleColumns, type PublishedColumn, type PublishedTable } from './tables.ts';

/** Rows of one table that one statement changed. */
export interface Change {
  readonly table: PublishedTable;
  readonly type: ChangeType;
  /** ISO 8601 in UTC, without the `Z`. */
  readonly at: string;
  /** Primary keys: values in the order of the key's columns. */
  readonly keys: readonly (readonly unknown[])[];
}

const quote = pg.escapeIdentifier;

/** How to read a change for one binding; `index` is its position among the bindings read together. */
interface Reading {
  readonly index: number;
  readonly binding: Binding;
  readonly columns: readonly PublishedColumn[];
}

/** A key column's value in the notification, as SQL. */
function keyValue(table: PublishedTable, column: string): string {
  const cast = columnOf(table, column)?.cast ?? 'text';
  return `(changed.key ->> ${table.key.indexOf(column)})::${cast}`;
}

/** The filter of a binding as SQL. */
function filterSql(
  { conditions }: Binding,
  table: PublishedTable,
  reference: (column: string) => string,
  values: string[],
): string {
  const all = conditions.map((condition) => {
    const cast = columnOf(table, condition.column)?.cast ?? 'text';
    return conditionSql(condition, reference(condition.column), cast, (value) => `$${values.push(value)}`);
  });
  return all.length > 0 ? all.join(' and ') : 'true';
}

function object(pairs: readonly string[]): string {
  return `(select row_to_json(r)::text from (select ${pairs.join(', ')}) r)`;
}

/** Selects the key as an object, then for each reading the row as an object if it passes the filter. */
function presentRows({ table, keys }: Change, readings: readonly Reading[]): Statement {
  const values = [JSON.stringify(keys)];
  const reference = (column: string): string => `t.${quote(column)}`;
  const matches = table.key.map((column) => `${reference(column)} = ${keyValue(table, column)}`);
  const filters = readings.map(({ binding }) => filterSql(binding, table, reference, values));
  const records = readings.map(
    ({ columns }, position) =>
      `case when ${filters[position]} then ${object(columns.map(({ name }) => reference(name)))} end`,
  );
  const sql = `select ${object(table.key.map(reference))}, ${records.join(', ')}
    from json_array_elements($1::json) with ordinality as changed (key, position)
    join ${tableSql(table)} t on ${matches.join(' and ')}
    where (${filters.join(') or (')}) order by changed.position`;
  return { sql, values };
}

/** Like `presentRows` for deleted rows, whose key is all that is known. */
function deletedRows({ table, keys }: Change, readings: readonly Reading[]): Statement {
  const values = [JSON.stringify(keys)];
  const reference = (column: string): string => keyValue(table, column);
  const pairs = table.key.map((column) => `${reference(column)} as ${quote(column)}`);
  const filters = readings.map(({ binding }) => filterSql(binding, table, reference, values));
  const sql = `select ${object(pairs)}, ${filters.map((filter) => `case when ${filter} then '' end`).join(', ')}
    from json_array_elements($1::json) with ordinality as changed (key, position)
    where (${filters.join(') or (')}) order by changed.position`;
  return { sql, values };
}

/** Types whose lower-case text can be compared without the database. */
const plainTypes = new Set(['uuid', 'int2', 'int4', 'int8']);

/** Whether a filter `key=eq.value` excludes a change, without a query: it excludes most of them. */
export function isExcludedByKey({ table, keys }: Change, { conditions: all }: Binding): boolean {
  return all.some(({ column, operator, negated, values }) => {
    const position = table.key.indexOf(column);
    if (position < 0 || operator !== 'eq' || negated) return false;
    if (!plainTypes.has(columnOf(table, column)?.type ?? '')) return false;
    const wanted = values[0]?.toLowerCase();
    if (!/^[1-9]\d*$/.test(wanted ?? '') && !isUuid(wanted)) return false;
    return keys.every((key) => String(key[position]) !== wanted);
  });
}

/** In characters. As upstream, a larger row is delivered with its key alone. */
const maxRecord = 1024 * 1024;

/** Returns a function that writes the `data` of a message from a row's key and record. */
function dataWriter(
  { table, type, at }: Change,
  { columns }: Reading,
): (key: string, record: string) => string {
  const head = {
    schema: table.schema,
    table: table.name,
    commit_timestamp: `${at}Z`,
    type,
    columns: columns.map(({ name, type: typeName }) => ({ name, type: typeName })),
  };
  const whole = JSON.stringify({ ...head, errors: null }).slice(0, -1);
  const cut = JSON.stringify({ ...head, errors: ['Error 413: Payload Too Large'] }).slice(0, -1);
  return (key, record) => {
    const tooLarge = record.length > maxRecord;
    const recordPart = type === 'DELETE' ? '' : `,"record":${tooLarge ? key : record}`;
    const oldPart = type === 'INSERT' ? '' : `,"old_record":${key}`;
    return `${tooLarge ? cut : whole}${recordPart}${oldPart}}`;
  };
}

/** Whether a binding applies to a change: the caller can read the key, and the columns of the filter are available. */
function canRead({ table, type }: Change, { binding, columns }: Reading, role: string): boolean {
  const isVisible = (name: string): boolean => columns.some((column) => column.name === name);
  return (
    table.key.every(isVisible) &&
    binding.conditions.every(({ column }) =>
      type === 'DELETE' ? table.key.includes(column) : columnOf(table, column)?.roles.includes(role),
    )
  );
}

/** One row, as one of the bindings sees it. */
export interface Found {
  /** The position of the binding in the given list. */
  readonly index: number;
  /** The `data` of a `postgres_changes` message, as JSON text. */
  readonly data: string;
}

/**
 * Reads a change for several bindings of one caller, in the order of the rows. Row-level security applies, because the query
 * runs as the caller. It cannot apply to deleted rows: as upstream, every caller that may read the table gets their keys.
 */
export async function readChange(
  db: Database,
  caller: Caller,
  change: Change,
  bindings: readonly Binding[],
): Promise<readonly Found[]> {
  const readings = bindings
    .map((binding, index) => {
      const columns = visibleColumns(change.table, caller.role, binding.selected);
      return { index, binding, columns };
    })
    .filter((reading) => canRead(change, reading, caller.role));
  if (readings.length === 0) return [];
  const statement = change.type === 'DELETE' ? deletedRows(change, readings) : presentRows(change, readings);
  const { rows } = await db.asCaller(databaseSession(caller), statement);
  const writers = readings.map((reading) => ({ index: reading.index, write: dataWriter(change, reading) }));
  return rows.flatMap(([key, ...records]) =>
    writers.flatMap(({ index, write }, position) => {
      const record = records[position];
      return record === null || record === undefined ? [] : [{ index, data: write(key ?? '{}', record) }];
    }),
  );
}
