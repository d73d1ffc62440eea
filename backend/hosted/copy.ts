import pg from 'pg';
import { sqlName } from '../backup/tables.ts';
import type { Queryable } from '../db/database.ts';
import { OperatorError } from '../util/operator-error.ts';
import type { HostedColumn, HostedTable } from './catalog.ts';

/** How the rows of one table go to the other side. */
export interface Mapping {
  readonly from: HostedTable;
  readonly into: HostedTable;
  /** SQL over the row of the source, in place of a column's value. */
  readonly replaced?: Readonly<Record<string, string>>;
  /** SQL: which rows of the source; all by default. */
  readonly where?: string;
  /** Column by which a row that the target has already is replaced. */
  readonly key?: string;
}

/** The two ends of a copy, each within a transaction. */
export interface Ends {
  readonly from: Queryable;
  readonly into: Queryable;
}

const rowsAtOnce = 500;

/** A null where the target wants a value becomes the target's default. */
function valueSql({ type, isRequired, default: otherwise }: HostedColumn, place: number): string {
  const value = `(line ->> ${place})::${type}`;
  return isRequired && otherwise !== null ? `coalesce(${value}, ${otherwise})` : value;
}

function insertSql({ into, key }: Mapping, columns: readonly HostedColumn[]): string {
  const names = columns.map(({ name }) => pg.escapeIdentifier(name));
  const updates = names.map((name) => `${name} = excluded.${name}`).join(', ');
  return `insert into ${sqlName(into)} (${names.join(', ')}) overriding system value
    select ${columns.map(valueSql).join(', ')} from json_array_elements($1::json) as line
    ${key === undefined ? '' : `on conflict (${pg.escapeIdentifier(key)}) do update set ${updates}`}`;
}

async function count(db: Queryable, { into }: Mapping): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*)::float8 as count from ${sqlName(into)}`);
  return row?.count ?? 0;
}

/**
 * Copies the columns that both sides have, and counts the rows of the target again.
 * @param ends with `setFixedFormats` in force
 * @returns the number of rows
 * @throws OperatorError when the target holds another number of rows afterwards; pg.DatabaseError
 */
export async function copyRows({ from, into }: Ends, mapping: Mapping): Promise<number> {
  const { replaced = {}, where = 'true', key } = mapping;
  const columns = mapping.into.columns.filter(
    ({ name }) =>
      Object.hasOwn(replaced, name) || mapping.from.columns.some((column) => column.name === name),
  );
  const texts = columns
    .map(({ name }) => `(${replaced[name] ?? pg.escapeIdentifier(name)})::text`)
    .join(', ');
  const insert = insertSql(mapping, columns);
  const before = await count(into, mapping);
  await from.query(`declare moved no scroll cursor for
    select array_to_json(array[${texts}]::text[])::text as line from ${sqlName(mapping.from)} where ${where}`);
  let copied = 0;
  for (;;) {
    const rows = await from.query<{ line: string }>(`fetch ${rowsAtOnce} from moved`);
    if (rows.length === 0) break;
    await into.query(insert, [`[${rows.map(({ line }) => line).join(',')}]`]);
    copied += rows.length;
  }
  await from.query('close moved');
  const after = await count(into, mapping);
  if (key === undefined && after - before !== copied)
    throw new OperatorError(
      `${copied} rows of ${sqlName(mapping.into)} were copied, but ${after - before} arrived. Nothing was kept.`,
    );
  return copied;
}
