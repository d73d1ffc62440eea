/** Excel in Chile separates by semicolons, because its decimals have a comma. */
const separator = ';';

/** A record of a file, with the number of the line it begins in. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** A sign that begins a formula in a spreadsheet. Excel takes full-width signs too. */
const sign = '[=+\\-@＝＋－＠]';
const [hiddenFormula, firstSign] = [
  new RegExp(`([;,\\t\\r\\n])('*)(?=${sign})`, 'g'),
  new RegExp(`^'*(?:${sign}|[\\t\\r\\n])`),
];
const [hiddenMark, firstMark] = [
  new RegExp(`([;,\\t\\r\\n])'('*)(?=${sign})`, 'g'),
  new RegExp(`^'(?='*(?:${sign}|[\\t\\r\\n]))`),
];

/**
 * Marks with an apostrophe text that a spreadsheet would take for a formula: at the start of the field, and behind what
 * the program of another country takes for the end of one.
 */
function asText(field: string): string {
  const marked = field.replace(hiddenFormula, "$1$2'");
  return firstSign.test(marked) ? `'${marked}` : marked;
}

/** Removes the marks of `asText`. */
function withoutMarks(field: string): string {
  return field.replace(firstMark, '').replace(hiddenMark, '$1$2');
}

function write(field: string): string {
  const text = asText(field);
  return /[;,"\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The first character of a file: by it Excel knows that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Lines of a file that Excel in Chile opens rightly, with semicolons and CRLF. Formulas are made harmless. */
export function writeCsvLines(records: readonly (readonly string[])[]): string {
  return records.map((fields) => `${fields.map(write).join(separator)}\r\n`).join('');
}

/** A whole file that Excel in Chile opens rightly. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return byteOrderMark + writeCsvLines(records);
}

/** The separator of a file by its first line: programs outside of Latin America and Europe write commas. */
export function separatorOf(text: string): ';' | ',' {
  const [heading = ''] = text.split(/[\r\n]/, 1);
  return heading.includes(';') || !heading.includes(',') ? ';' : ',';
}

/** The text of a file in UTF-8, or in the Windows code page in which Excel saves a CSV file unless asked for UTF-8. */
export async function readFileText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** The records of a file, as `readCsvFields` reads them, without the marks before formulas that `writeCsv` sets. */
export function readCsv(text: string, between: ';' | ',' = separator): readonly CsvRecord[] {
  return readCsvFields(text, between).map(({ line, fields }) => ({ line, fields: fields.map(withoutMarks) }));
}

/** The records of a file, without empty lines. A quoted field may contain separators and line breaks. */
export function readCsvFields(text: string, between: ';' | ',' = separator): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  const field =
    between === ';'
      ? /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n|\n|\r|$)/gy
      : /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n|\n|\r|$)/gy;
  let [line, start, fields] = [1, 1, [] as string[]];
  const source = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < source.length || fields.length > 0) {
    const found = field.exec(source);
    // A quote inside a field that does not begin with one: taken as it stands.
    if (!found) return [...records, { line: start, fields: [...fields, source.slice(field.lastIndex)] }];
    const [, raw = '', end = ''] = found;
    fields.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    line += raw.split(/\r\n|\n|\r/).length - 1;
    if (end === between) continue;
    if (fields.some((each) => each.trim() !== '')) records.push({ line: start, fields });
    line += 1;
    start = line;
    fields = [];
    if (end === '') break;
  }
  return records;
}
