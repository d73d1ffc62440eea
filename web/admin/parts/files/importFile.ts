import type { FieldProblem } from '../../../../shared/validation.ts';
import { writeCsv } from '../../../util/csv.ts';
import { fold } from '../../../util/fold.ts';
import { isRuined, readTable, type TableRecord } from '../../../util/reading/table.ts';

export interface ImportProblem<Column extends string = string> {
  readonly line: number;
  /**
   * `columns`, `repeated`, `ruined`, `nothing` and `too_many` of the file, the problem of a field, or one of the format's
   * own.
   */
  readonly code: string;
  readonly column?: Column;
}

export interface NumberedRow<Row> {
  readonly line: number;
  readonly fields: Row;
}

export type ReadRows<Row> =
  | { readonly kind: 'read'; readonly rows: readonly NumberedRow<Row>[] }
  | { readonly kind: 'refused'; readonly problems: readonly ImportProblem[] };

/** The problems of a line, by column; or its row. */
export type CheckedLine<Column extends string, Row> =
  | { readonly row: Row }
  | { readonly problems: Partial<Record<Column, FieldProblem | (string & {})>> };

/** A kind of file that the panel takes. */
export interface FileFormat<Column extends string, Row> {
  /** In Spanish whatever the language of the panel: files go from one office to another. In the order of the template. */
  readonly headings: Readonly<Record<Column, string>>;
  /** Other headings, without case and accents, of a column, or null of one that is passed over: an export has it. */
  readonly aliases?: Readonly<Record<string, Column | null>>;
  /** The columns that a file must have. */
  readonly required: readonly Column[];
  /** No two lines have the same value in a column. */
  readonly unique?: { readonly column: Column; readonly valueOf: (row: Row) => string };
  /** More rows are refused: they would not fit into one request. */
  readonly mostRows: number;
  /** Judges the trimmed fields of a line; those of missing columns are absent. */
  readonly check: (given: Partial<Record<Column, string>>) => CheckedLine<Column, Row>;
}

const refuse = (...problems: readonly ImportProblem[]) => ({ kind: 'refused', problems }) as const;

/** A file with the headings only, to be filled in. */
export function emptyFile(headings: Readonly<Record<string, string>>): string {
  return writeCsv([Object.values(headings)]);
}

/** “Básico ” and “BASICO” are the same. */
export function plainText(text: string): string {
  return fold(text).trim().replace(/\s+/g, ' ');
}

/**
 * The columns in the order of the file, null for one that is passed over; undefined when one is unknown or named twice, or a
 * required one is missing.
 */
function readHeadings<Column extends string>(
  fields: readonly string[],
  { headings, aliases = {}, required }: Pick<FileFormat<Column, never>, 'headings' | 'aliases' | 'required'>,
): readonly (Column | null)[] | undefined {
  const names = Object.keys(headings) as Column[];
  const columns = fields.map((field) => {
    const text = plainText(field);
    return names.find((column) => plainText(headings[column]) === text) ?? aliases[text];
  });
  const known = columns.filter((column) => column !== undefined);
  const read = known.filter((column) => column !== null);
  const isWhole = known.length === columns.length && new Set(read).size === read.length;
  return isWhole && required.every((column) => read.includes(column)) ? known : undefined;
}

function readLine<Column extends string, Row>(
  { line, fields }: TableRecord,
  columns: readonly (Column | null)[],
  format: FileFormat<Column, Row>,
): NumberedRow<Row> | readonly ImportProblem[] {
  if (fields.slice(columns.length).some((field) => field.trim() !== '')) return [{ line, code: 'columns' }];
  const given = Object.fromEntries(
    columns.flatMap((column, index) => (column ? [[column, (fields[index] ?? '').trim()]] : [])),
  );
  const ruined = Object.keys(given).filter((column) => isRuined(given[column] ?? ''));
  if (ruined.length > 0) return ruined.map((column) => ({ line, column, code: 'ruined' }));
  const checked = format.check(given as Partial<Record<Column, string>>);
  if ('row' in checked) return { line, fields: checked.row };
  return Object.entries<string | undefined>(checked.problems).map(([column, code = '']) => ({
    line,
    column,
    code,
  }));
}

/** The lines that name a value which an earlier line has. */
function repeated<Column extends string, Row>(
  rows: readonly NumberedRow<Row>[],
  { unique }: FileFormat<Column, Row>,
): readonly ImportProblem[] {
  if (!unique) return [];
  const seen = new Set<string>();
  return rows.flatMap(({ line, fields }) => {
    const value = unique.valueOf(fields);
    if (seen.has(value)) return [{ line, column: unique.column, code: 'repeated' }];
    seen.add(value);
    return [];
  });
}

/** The rows of a file. Columns stand in any order, and those not required may be missing. One problem refuses all. */
export function readRows<Column extends string, Row>(
  text: string,
  format: FileFormat<Column, Row>,
): ReadRows<Row> {
  const [heading, ...records] = readTable(text);
  const columns = heading && readHeadings(heading.fields, format);
  if (!columns) return refuse({ line: 1, code: 'columns' });
  if (records.length === 0) return refuse({ line: 2, code: 'nothing' });
  const beyond = records[format.mostRows];
  if (beyond) return refuse({ line: beyond.line, code: 'too_many' });
  const lines = records.map((record) => readLine(record, columns, format));
  const rows = lines.filter((each): each is NumberedRow<Row> => 'fields' in each);
  const problems = [...lines.flatMap((each) => ('fields' in each ? [] : each)), ...repeated(rows, format)];
  if (problems.length > 0) return refuse(...problems.sort((a, b) => a.line - b.line));
  return { kind: 'read', rows };
}
