import { chileanDay } from '../../../../shared/chile/time.ts';
import {
  namesOf,
  shownText,
  type ColumnOf,
  type RecordField,
  type RecordFields,
  type RowWith,
} from '../../../../shared/records/field.ts';
import { byteOrderMark, writeCsvLines } from '../../../util/csv.ts';
import { csvDay, csvPhone } from '../../../util/csvText.ts';
import { openFile } from '../../../util/download.ts';

/**
 * The texts of a row in a file, by the headings above them, in their order. They are Spanish whatever the language of the
 * panel: files go from one office to another, and an import reads them.
 */
export type FileCells<Row> = Readonly<Record<string, (row: Row) => string>>;

/** The cell of a field with a text. */
export function cellOf({ spelling, shape }: RecordField, text: string): string {
  if (spelling === 'contact') return csvPhone(text);
  return shape.kind === 'day' && text !== '' ? csvDay(text) : text;
}

/** The cells of a record's fields, which an import reads again. @param first the fields that stand before the others */
export function fieldCells<Fields extends RecordFields, Row extends RowWith<ColumnOf<Fields>>>(
  fields: Fields,
  first: readonly (keyof Fields & string)[] = [],
): FileCells<Row> {
  const cells = namesOf(fields, first).map((name) => {
    const field: RecordField<ColumnOf<Fields>> = fields[name]!;
    return [field.heading, (row: Row) => cellOf(field, shownText(field, row))] as const;
  });
  return Object.fromEntries(cells);
}

/** The cells of all columns. */
export function cellsOf<Row>(columns: readonly { readonly file?: FileCells<Row> }[]): FileCells<Row> {
  return Object.fromEntries(columns.flatMap(({ file = {} }) => Object.entries(file)));
}

/** The file that a list is exported to. */
export interface ExportFile<Row> {
  /** The name of the list, which the file has too. */
  readonly name: string;
  readonly cells: FileCells<Row>;
}

/** The rows of a list, part by part. */
export type RowParts<Row> = AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>;

/** Beyond so many rows the browser asks where to save: the file is written there instead of into memory. */
const manyRows = 10_000;

/** `conductores-2026-11-26.csv`: the list and the day in Chile. */
function exportName(list: string, now: Date): string {
  return `${list.toLowerCase().replaceAll(/\s+/g, '-')}-${chileanDay(now)}.csv`;
}

export interface ExportRun {
  readonly signal: AbortSignal;
  /** The number of rows expected. */
  readonly total: number;
  readonly onProgress: (rows: number) => void;
}

/**
 * Writes rows into a file that Excel in Chile opens, part by part. An error or the signal discards the file.
 * @returns the name of the file
 * @throws DOMException `AbortError` when the signal or the person stops it, and the errors of `parts`
 */
export async function exportRows<Row>(
  { name, cells }: ExportFile<Row>,
  parts: RowParts<Row>,
  { signal, total, onProgress }: ExportRun,
): Promise<string> {
  const fileName = exportName(name, new Date());
  const file = await openFile(fileName, 'text/csv', total > manyRows);
  try {
    await file.write(byteOrderMark + writeCsvLines([Object.keys(cells)]));
    const texts = Object.values(cells);
    let written = 0;
    for await (const rows of parts) {
      signal.throwIfAborted();
      await file.write(writeCsvLines(rows.map((row) => texts.map((text) => text(row)))));
      written += rows.length;
      onProgress(written);
    }
    signal.throwIfAborted();
    await file.close();
    return fileName;
  } catch (error) {
    await file.abort();
    throw error;
  }
}
