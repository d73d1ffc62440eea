import { writeCsv } from '../../../util/csv.ts';
import { fold } from '../../../util/fold.ts';
import { mostColumns, readTable } from '../../../util/reading/table.ts';

export interface ImportProblem<Column extends string = string> {
  readonly line: number;
  /**
   * `columns`, `too_many_columns`, `repeated`, `ruined`, `nothing` and `too_many` of the file, the problem of a field, or the
   * format's own.
   */
  readonly code: string;
  readonly column?: Column;
  /** The number that the words of the problem name. */
  readonly limit?: number;
}

/** The trimmed texts of a line; those of missing columns are absent. */
export type Cells<Column extends string> = Partial<Readonly<Record<Column, string>>>;

export interface FileLine<Column extends string> {
  readonly line: number;
  readonly cells: Cells<Column>;
}

interface Refused {
  readonly problems: readonly ImportProblem[];
}

/** A kind of file that the panel takes. */
export interface FileFormat<Column extends string> {
  /** In Spanish whatever the language of the panel: files go from one office to another. In the order of the template. */
  readonly headings: Readonly<Record<Column, string>>;
  /** Other headings, without case and accents, of a column, or null of one that is passed over: an export has it. */
  readonly aliases?: Readonly<Record<string, Column | null>>;
  /** The columns that a file must have. */
  readonly required: readonly Column[];
  /** More rows are refused: they would not fit into one request. */
  readonly mostRows: number;
}

const refuse = (...problems: readonly ImportProblem[]): Refused => ({ problems });

/** A file with the headings only, to be filled in. */
export function emptyFile(headings: Readonly<Record<string, string>>): string {
  return writeCsv([Object.values(headings)]);
}

/** More than any heading or field has: a whole file may stand in one cell. */
const maxCellCharacters = 2_000;

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
  { headings, aliases = {}, required }: FileFormat<Column>,
): readonly (Column | null)[] | undefined {
  const names = Object.keys(headings) as Column[];
  const columns = fields.map((field) => {
    const text = plainText(field.slice(0, maxCellCharacters));
    return names.find((column) => plainText(headings[column]) === text) ?? aliases[text];
  });
  const known = columns.filter((column) => column !== undefined);
  const read = known.filter((column) => column !== null);
  const isWhole = known.length === columns.length && new Set(read).size === read.length;
  return isWhole && required.every((column) => read.includes(column)) ? known : undefined;
}

/** The lines of a file. Columns stand in any order, and those not required may be missing. One problem refuses all. */
export function readLines<Column extends string>(
  text: string,
  format: FileFormat<Column>,
): { readonly lines: readonly FileLine<Column>[] } | Refused {
  const { mostRows } = format;
  const table = readTable(text, mostRows + 1);
  const wide = table.find(({ fields }) => fields.length > mostColumns);
  if (wide) return refuse({ line: wide.line, code: 'too_many_columns', limit: mostColumns });
  const [heading, ...records] = table;
  const columns = heading && readHeadings(heading.fields, format);
  if (!columns) return refuse({ line: 1, code: 'columns' });
  if (records.length === 0) return refuse({ line: 2, code: 'nothing' });
  const beyond = records[mostRows];
  if (beyond) return refuse({ line: beyond.line, code: 'too_many', limit: mostRows });
  const broad = records.filter(({ fields }) =>
    fields.slice(columns.length).some((each) => each.trim() !== ''),
  );
  if (broad.length > 0) return refuse(...broad.map(({ line }) => ({ line, code: 'columns' })));
  const lines = records.map(({ line, fields }) => ({
    line,
    cells: columns.flatMap((column, place): readonly (readonly [Column, string])[] =>
      column ? [[column, (fields[place] ?? '').trim()]] : [],
    ),
  }));
  const long = lines.flatMap(({ line, cells }) =>
    cells.flatMap(([column, cell]) =>
      cell.length > maxCellCharacters ? [{ line, column, code: 'too_long' }] : [],
    ),
  );
  if (long.length > 0) return refuse(...long);
  return {
    lines: lines.map(({ line, cells }) => ({ line, cells: Object.fromEntries(cells) as Cells<Column> })),
  };
}

/** The value that a line gives a column in place of another. */
export interface CellChange {
  readonly column: string;
  /** As in a file; empty for none. */
  readonly before: string;
  readonly after: string;
}

/** A line with the change that it makes. */
export interface PlannedLine<Sent> {
  /** Null for a record that goes because the file does not have it. */
  readonly line: number | null;
  /** The name of the record. */
  readonly name: string;
  readonly kind: 'new' | 'changed' | 'same' | 'removed';
  readonly changes: readonly CellChange[];
  readonly sent: Sent;
}

export type Plan<Sent> = { readonly planned: readonly PlannedLine<Sent>[] } | Refused;

/** The plan of these lines, unless one has problems. */
export function planOf<Sent>(lines: readonly (PlannedLine<Sent> | Refused)[]): Plan<Sent> {
  const problems = lines.flatMap((each) => ('problems' in each ? each.problems : []));
  if (problems.length > 0) return refuse(...problems);
  return { planned: lines.filter((each) => 'sent' in each) };
}
