import { withoutFormulaMarks } from '../csv.ts';

/** A record of a table, with the number of the line it begins in. */
export interface TableRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Excel in Chile separates by semicolons, other countries by commas, copied cells and “Unicode text” by tabs. */
const separators = [';', ',', '\t'] as const;
export type Separator = (typeof separators)[number] | '|';

/** The first line in which Excel is told the separator of a file. */
const separatorLine = /^"?sep=(.)"?[ \t]*(?:\r\n|\n|\r|$)/i;

/** The longest heading of a table. */
const headingCharacters = 10_000;

/** The separator that stands most often in the first line with text, outside of quotes. */
function separatorOf(text: string): Separator {
  const bare = text
    .trimStart()
    .slice(0, headingCharacters)
    .replace(/"(?:[^"]|"")*"/g, '');
  const [heading = ''] = bare.split(/[\r\n]/, 1);
  const counts = separators.map((sign) => heading.split(sign).length);
  const most = Math.max(...counts);
  if (most === 1 && heading.includes('|')) return '|';
  return separators[counts.indexOf(most)] ?? ';';
}

/** The index of the quote that closes the one at `from`; -1 without one. A doubled quote is a quote in the text. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (at !== -1 && text[at + 1] === '"') {
    at += 2;
    // A search for each pair would take half a second for a file of quotes.
    if (text[at] !== '"') at = text.indexOf('"', at);
  }
  return at;
}

/** @returns reads the field at an index, and the separator or line break behind it; a text may have many megabytes */
function fieldReader(text: string, separator: Separator) {
  const plain = new RegExp(`([^\\${separator}\\r\\n]*)(\\${separator}|\\r\\n|\\n|\\r|$)`, 'y');
  const afterQuote = new RegExp(`\\${separator}|\\r\\n|\\n|\\r|$`, 'y');
  return (at: number): { readonly field: string; readonly raw: string; readonly end: string } => {
    const close = text[at] === '"' ? closingQuote(text, at) : -1;
    afterQuote.lastIndex = close + 1;
    const [end] = (close !== -1 && afterQuote.exec(text)) || [];
    if (end !== undefined) {
      const raw = text.slice(at, close + 1);
      return { field: raw.slice(1, -1).replaceAll('""', '"'), raw, end };
    }
    // A quote that opens nothing is taken as it stands.
    plain.lastIndex = at;
    const [, raw = '', behind = ''] = plain.exec(text) ?? [];
    return { field: raw, raw, end: behind };
  };
}

/** As many columns as Excel had until 2003. */
export const mostColumns = 256;

/** Where reading stops. */
interface ReadingOptions {
  /** The line of the file in which the text begins. */
  readonly firstLine?: number;
  /** One more is read, and then no other. */
  readonly mostRecords?: number;
}

/**
 * The records of a text, without empty lines. A quoted field may contain separators and line breaks. A record with more than
 * `mostColumns` fields is the last, and cut behind one more.
 */
export function readRecords(
  text: string,
  separator: Separator,
  { firstLine = 1, mostRecords = Infinity }: ReadingOptions = {},
): readonly TableRecord[] {
  const records: TableRecord[] = [];
  const read = fieldReader(text, separator);
  let [at, line, start, fields] = [0, firstLine, firstLine, [] as string[]];
  while (at < text.length || fields.length > 0) {
    const { field, raw, end } = read(at);
    fields.push(field);
    at += raw.length + end.length;
    if (raw.includes('\n') || raw.includes('\r')) line += raw.split(/\r\n|\n|\r/).length - 1;
    const isWide = fields.length > mostColumns;
    if (end === separator && !isWide) continue;
    if (isWide || fields.some((each) => each.trim() !== '')) records.push({ line: start, fields });
    line += 1;
    start = line;
    fields = [];
    if (end === '' || isWide || records.length > mostRecords) break;
  }
  return records;
}

/** Removes the columns that are empty in every record, the heading too: spreadsheets save those around a table. */
function withoutEmptyColumns(records: readonly TableRecord[]): readonly TableRecord[] {
  const filled = new Set<number>();
  for (const { fields } of records)
    for (const [place, field] of fields.entries())
      if (!filled.has(place) && field.trim() !== '') filled.add(place);
  const heading = records[0]?.fields ?? [];
  const isEmpty = (place: number) => !filled.has(place);
  if (!heading.some((_, place) => isEmpty(place))) return records;
  return records.map(({ line, fields }) => ({ line, fields: fields.filter((_, place) => !isEmpty(place)) }));
}

/**
 * The table of a text: the heading first, without empty lines and columns, whatever separates its fields, and without the
 * marks before formulas that `writeCsv` sets. A record with more than `mostColumns` fields is the last.
 * @param mostRecords reading stops behind one more
 */
export function readTable(text: string, mostRecords = Infinity): readonly TableRecord[] {
  const source = text.replace(/^\uFEFF/, '');
  const [line = '', sign] = separatorLine.exec(source) ?? [];
  const told = [...separators, '|' as const].find((each) => each === sign);
  const separator = told ?? separatorOf(source.slice(line.length));
  const firstLine = line === '' ? 1 : 2;
  const records = readRecords(source.slice(line.length), separator, { firstLine, mostRecords });
  if (records.some(({ fields }) => fields.length > mostColumns)) return records;
  return withoutEmptyColumns(
    records.map(({ line, fields }) => ({ line, fields: fields.map((field) => withoutFormulaMarks(field)) })),
  );
}

/**
 * Whether a spreadsheet has ruined a value: a long number of which it saved the first digits (`1,23457E+11`, or zeros behind
 * the fifteenth), an error, or a column that was too narrow.
 */
export function isRuined(field: string): boolean {
  return /^-?\d(?:[.,]\d+)?E\+\d{1,3}$|^\d{15}0+$|^#(?:[¡¿]?[A-ZÁÉÍÓÚ/0]+[!?]?|#+)$|^#N\/[AD]$/i.test(
    field.trim(),
  );
}
