import pg from 'pg';
import type { Database } from '../db/database.ts';
import type { Statement } from '../db/exchange.ts';
import type { Caller } from '../http/caller.ts';
import type { Binding, Operation } from './bindings.ts';
import { conditionSql } from './filter.ts';
import { columnOf, tableSql, visibleColumns, type Column, type PublishedTable } from './tables.ts';

/** Rows of one table that one statement has touched. */
export interface Change {
  readonly table: PublishedTable;
  readonly type: Operation;
  /** When, in UTC and ISO 8601. */
  readonly at: string;
  /** Primary keys, each a list of values in the order of the key's columns. */
  readonly keys: readonly (readonly unknown[])[];
}

const quote = pg.escapeIdentifier;

interface Reading {
  readonly change: Change;
  readonly binding: Binding;
  readonly columns: readonly Column[];
}

/** The value of a key's column in the list that the notification brought. */
function keyValue({ table }: Change, column: string): string {
  const cast = columnOf(table, column)?.cast ?? 'text';
  return `(changed.key ->> ${table.key.indexOf(column)})::${cast}`;
}

function conditions(reading: Reading, reference: (column: string) => string, values: string[]): string[] {
  return reading.binding.conditions.map((condition) => {
    const cast = columnOf(reading.change.table, condition.column)?.cast ?? 'text';
    return conditionSql(condition, reference(condition.column), cast, (value) => `$${values.push(value)}`);
  });
}

function object(pairs: readonly string[]): string {
  return `(select row_to_json(r)::text from (select ${pairs.join(', ')}) r)`;
}

/** Two columns: the key as an object, the row as an object; of the rows that the policies and the filter let through. */
function presentRows(reading: Reading): Statement {
  const { table, keys } = reading.change;
  const values = [JSON.stringify(keys)];
  const reference = (column: string): string => `t.${quote(column)}`;
  const matches = table.key.map((column) => `${reference(column)} = ${keyValue(reading.change, column)}`);
  const where = conditions(reading, reference, values);
  const sql = `select ${object(table.key.map(reference))}, ${object(reading.columns.map(({ name }) => reference(name)))}
    from json_array_elements($1::json) with ordinality as changed (key, position)
    join ${tableSql(table)} t on ${matches.join(' and ')}
    ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by changed.position`;
  return { sql, values };
}

/** Of rows that are gone only the key is known; a filter on anything else lets none through. */
function goneRows(reading: Reading): Statement | undefined {
  const { table, keys } = reading.change;
  if (!reading.binding.conditions.every(({ column }) => table.key.includes(column))) return undefined;
  const values = [JSON.stringify(keys)];
  const reference = (column: string): string => keyValue(reading.change, column);
  const where = conditions(reading, reference, values);
  const pairs = table.key.map((column) => `${reference(column)} as ${quote(column)}`);
  const sql = `select ${object(pairs)}, null
    from json_array_elements($1::json) with ordinality as changed (key, position)
    ${where.length > 0 ? `where ${where.join(' and ')}` : ''} order by changed.position`;
  return { sql, values };
}

/** Types whose text is compared as it is, in lower case, without asking the database. */
const plainTypes = new Set(['uuid', 'int2', 'int4', 'int8']);

/** A filter `key=eq.value` excludes most changes without a question to the database. */
export function isExcludedByKey({ table, keys }: Change, { conditions: all }: Binding): boolean {
  return all.some(({ column, operator, negated, values }) => {
    const position = table.key.indexOf(column);
    if (position < 0 || operator !== 'eq' || negated) return false;
    if (!plainTypes.has(columnOf(table, column)?.type ?? '')) return false;
    const wanted = values[0]?.toLowerCase();
    if (!/^([1-9]\d*|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/.test(wanted ?? '')) return false;
    return keys.every((key) => String(key[position]) !== wanted);
  });
}

/** Larger rows are announced without their contents, as upstream. In characters. */
const maxRecord = 1024 * 1024;

function dataText({ change, columns }: Reading, key: string, record: string | null): string {
  const { table, type, at } = change;
  const tooLarge = record !== null && record.length > maxRecord;
  const head = JSON.stringify({
    schema: table.schema,
    table: table.name,
    commit_timestamp: `${at}Z`,
    type,
    columns: columns.map(({ name, type: typeName }) => ({ name, type: typeName })),
    errors: tooLarge ? ['Error 413: Payload Too Large'] : null,
  });
  const recordPart = record === null ? '' : `,"record":${tooLarge ? key : record}`;
  const oldPart = type === 'INSERT' ? '' : `,"old_record":${key}`;
  return `${head.slice(0, -1)}${recordPart}${oldPart}}`;
}

/**
 * What a subscriber gets to know of a change: the `data` of `postgres_changes` messages, as JSON text, one for each
 * row. The rows are read as the subscriber, so its own row-level security decides; as upstream that cannot be asked
 * of deleted rows, whose key goes to whoever may read the table at all.
 */
export async function readChange(
  db: Database,
  caller: Caller,
  change: Change,
  binding: Binding,
): Promise<string[]> {
  const columns = visibleColumns(change.table, caller.role, binding.selected);
  const readsKey = change.table.key.every((name) => columns.some((column) => column.name === name));
  if (!readsKey) return [];
  const reading: Reading = { change, binding, columns };
  const statement = change.type === 'DELETE' ? goneRows(reading) : presentRows(reading);
  if (!statement) return [];
  const session = {
    role: caller.role,
    claims: caller.claimsText,
    method: 'GET',
    path: '/realtime/v1/websocket',
    headers: '{}',
    readOnly: true,
  };
  const { rows } = await db.asCaller(session, statement);
  return rows.map(([key, record]) => dataText(reading, key ?? '{}', record ?? null));
}
