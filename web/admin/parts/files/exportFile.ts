import { chileanDay } from '../../../../shared/chile/time.ts';
import { shownText, type RecordField, type RowWith } from '../../../../shared/records/field.ts';
import { byteOrderMark, writeCsvLines } from '../../../util/csv.ts';
import { csvDay, csvPhone } from '../../../util/csvText.ts';
import { openFile } from '../../../util/download.ts';

/** A heading of the file, and the text below it for a row. */
export type ExportColumn<Row> = readonly [heading: string, text: (row: Row) => string];

/** The cell of a field with a text. */
export function cellOf({ spelling, shape }: RecordField, text: string): string {
  if (spelling === 'contact') return csvPhone(text);
  return shape.kind === 'day' && text !== '' ? csvDay(text) : text;
}

/** The column of a field, which an import reads. */
export function exportField<Column extends string, Row extends RowWith<Column>>(
  field: RecordField<Column>,
): ExportColumn<Row> {
  return [field.heading, (row) => cellOf(field, shownText(field, row))];
}

/** The file that a list is exported to. */
export interface ExportFile<Row> {
  /** The name of the list, which the file has too. */
  readonly name: string;
  /**
   * Loads the words of the columns. They are Spanish whatever the language of the panel: files go from one office to
   * another, and an import reads them.
   */
  readonly loadColumns: () => Promise<readonly ExportColumn<Row>[]>;
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
  { name, loadColumns }: ExportFile<Row>,
  parts: RowParts<Row>,
  { signal, total, onProgress }: ExportRun,
): Promise<string> {
  const fileName = exportName(name, new Date());
  const file = await openFile(fileName, 'text/csv', total > manyRows);
  try {
    const columns = await loadColumns();
    await file.write(byteOrderMark + writeCsvLines([columns.map(([heading]) => heading)]));
    let written = 0;
    for await (const rows of parts) {
      signal.throwIfAborted();
      await file.write(writeCsvLines(rows.map((row) => columns.map(([, text]) => text(row)))));
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
