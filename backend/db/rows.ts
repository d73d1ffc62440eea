import type { Queryable } from './database.ts';

/** A column of a statement, with values of type `Value`. */
interface Column<Value> {
  /** The expression of a computed column. */
  readonly sql: string | undefined;
  /** For the compiler alone; absent at run time. */
  readonly value?: Value;
}

/** The columns that statements read from a table. */
interface TableColumns<Row> {
  /** For `returning`. */
  readonly sql: string;
  /** As arguments of `jsonb_build_object`. */
  readonly json: string;
  readonly select: string;
  /** The first row of a statement that gives these columns. */
  first(db: Queryable, statement: string, values: readonly unknown[]): Promise<Row | undefined>;
  /** The first row of a select. @param rest the statement after `where` */
  find(db: Queryable, rest: string, values: readonly unknown[]): Promise<Row | undefined>;
}

type ColumnsByName = Readonly<Record<string, Column<unknown>>>;

type RowWith<Columns extends ColumnsByName> = {
  readonly [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never;
};

/** The type of the rows that `columnsOf` declares. */
export type RowOf<Declared> = Declared extends TableColumns<infer Row> ? Row : never;

/** Declares a column for `columnsOf`. @param sql the expression of a computed column */
export function column<Value>(sql?: string): Column<Value> {
  return { sql };
}

/**
 * Declares the columns that statements read from a table: the one source of their SQL and of the type of their rows.
 * @param table with an optional alias, which then stands before the columns: `auth.users u`
 */
export function columnsOf<Columns extends ColumnsByName>(
  table: string,
  columns: Columns,
): TableColumns<RowWith<Columns>> {
  const [, alias] = table.split(' ');
  const own = (name: string): string => (alias === undefined ? name : `${alias}.${name}`);
  const entries = Object.entries(columns);
  const sql = entries.map(([name, each]) => (each.sql ? `${each.sql} as "${name}"` : own(name))).join(', ');
  const select = `select ${sql} from ${table}`;
  const first = async (db: Queryable, statement: string, values: readonly unknown[]) =>
    (await db.query<RowWith<Columns>>(statement, values))[0];
  return {
    sql,
    json: entries.map(([name, each]) => `'${name}', ${each.sql ?? own(name)}`).join(', '),
    select,
    first,
    find: (db, rest, values) => first(db, `${select} where ${rest}`, values),
  };
}

/**
 * Inserts a row; undefined values get their default. The columns' names become part of the statement.
 * @returns the id of the row
 */
export async function insertRow(db: Queryable, table: string, values: object): Promise<string> {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name).join(', ');
  const places = given.map((_, index) => `$${index + 1}`).join(', ');
  const [row] = await db.query<{ id: string }>(
    `insert into ${table} (${names}) values (${places}) returning id`,
    given.map(([, value]) => value),
  );
  return row!.id;
}
