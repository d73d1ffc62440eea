import pg from 'pg';
import type { Database } from '../../db/database.ts';
import type { Statement } from '../../db/exchange.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Binding } from './bindings.ts';
import { conditionSql } from './filter.ts';
import { isUuid } from '../../util/uuid.ts';
import { databaseSession } from '../protocol/credential.ts';
import type { RowChange } from '../protocol/frames.ts';
import { castOf, columnOf, visibleColumns, type PublishedColumn, type PublishedTable } from './tables.ts';

/** Rows of one table that one statement changed. */
export interface Change {
  readonly table: PublishedTable;
  readonly type: 'INSERT' | 'UPDATE' | 'DELETE';
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

function object(pairs: readonly string[]): string {
  return `(select row_to_json(r)::text from (select ${pairs.join(', ')}) r)`;
}

/**
 * Selects the key as an object, then for each reading the row as an object if it passes the filter. Only the key of
 * deleted rows is known: for them the object is the empty text.
 */
function changedRows({ table, keys, type }: Change, readings: readonly Reading[]): Statement {
  const values = [JSON.stringify(keys)];
  const announced = (column: string): string =>
    `(changed.key ->> ${table.key.indexOf(column)})::${castOf(table, column)}`;
  const stored = (column: string): string => `t.${quote(column)}`;
  const reference = type === 'DELETE' ? announced : stored;
  const filters = readings.map(
    ({ binding: { conditions } }) =>
      conditions.map((condition) => conditionSql(condition, table, reference, values)).join(' and ') ||
      'true',
  );
  const records = readings.map(({ columns }, position) => {
    const record = type === 'DELETE' ? `''` : object(columns.map(({ name }) => stored(name)));
    return `case when ${filters[position]} then ${record} end`;
  });
  const matches = table.key.map((column) => `${stored(column)} = ${announced(column)}`);
  const join = `join ${quote(table.schema)}.${quote(table.name)} t on ${matches.join(' and ')}`;
  const key = object(table.key.map((column) => `${reference(column)} as ${quote(column)}`));
  const sql = `select ${key}, ${records.join(', ')}
    from json_array_elements($1::json) with ordinality as changed (key, position)
    ${type === 'DELETE' ? '' : join}
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

/** As upstream, a larger row is delivered with its key alone. */
const maxRecordCharacters = 1024 * 1024;

/** Returns a function that writes the `data` of a message from a row's key and record, once for equal ones. */
function rowWriter(
  { table, type, at }: Change,
  { columns }: Pick<Reading, 'columns'>,
): (key: string, record: string) => RowChange {
  const head = {
    schema: table.schema,
    table: table.name,
    commit_timestamp: `${at}Z`,
    type,
    columns: columns.map(({ name, type: typeName }) => ({ name, type: typeName })),
  };
  const whole = JSON.stringify({ ...head, errors: null }).slice(0, -1);
  const cut = JSON.stringify({ ...head, errors: ['Error 413: Payload Too Large'] }).slice(0, -1);
  const write = (key: string, record: string): string => {
    const tooLarge = record.length > maxRecordCharacters;
    const recordPart = type === 'DELETE' ? '' : `,"record":${tooLarge ? key : record}`;
    const oldPart = type === 'INSERT' ? '' : `,"old_record":${key}`;
    return `${tooLarge ? cut : whole}${recordPart}${oldPart}}`;
  };
  const written = new Map<string, RowChange>();
  return (key, record) => {
    const both = `${key}\n${record}`;
    const row = written.get(both) ?? { data: write(key, record) };
    written.set(both, row);
    return row;
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

/** A row of a change that one binding gets. */
export interface Found {
  /** The binding's position. */
  readonly index: number;
  readonly row: RowChange;
}

/**
 * Reads a change for the same bindings of several callers of one role, in the order of the rows. Row-level security applies,
 * because the statement runs as each caller. It cannot apply to deleted rows: as upstream, every caller that may read the
 * table gets their keys.
 * @returns for every caller: for every row and binding that sees it, the row; equal ones are the same object
 * @throws pg.DatabaseError when the statement fails for one of them
 */
export async function readChange(
  db: Database,
  change: Change,
  { role, bindings }: { readonly role: string; readonly bindings: readonly Binding[] },
  callers: readonly Caller[],
): Promise<readonly (readonly Found[])[]> {
  const columnsOf = ({ selected }: Binding) => visibleColumns(change.table, role, selected);
  const readings = bindings
    .map((binding, index) => ({ index, binding, columns: columnsOf(binding) }))
    .filter((reading) => canRead(change, reading, role));
  if (readings.length === 0) return [];
  const sessions = callers.map((caller) => databaseSession(caller));
  const results = await db.asCallers(sessions, changedRows(change, readings));
  const writers = readings.map(({ index, ...reading }) => ({ index, write: rowWriter(change, reading) }));
  return results.map(({ rows }) =>
    rows.flatMap(([key, ...records]) =>
      writers.flatMap(({ index, write }, position) => {
        const record = records[position];
        return record === null || record === undefined ? [] : [{ index, row: write(key ?? '{}', record) }];
      }),
    ),
  );
}
