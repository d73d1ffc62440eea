/** Excel in Chile separates by semicolons, because its decimals have a comma. */
const separator = ';';

/** A record of a file, with the number of the line it begins in. */
export interface CsvRecord {
  readonly line: number;
  readonly fields: readonly string[];
}

/** Text that a spreadsheet would take for a formula is marked as text. */
function write(field: string): string {
  const text = /^[=+\-@\t\r]/.test(field) ? `'${field}` : field;
  return /[;"\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A file that Excel in Chile opens rightly: with a BOM, semicolons and CRLF. */
export function writeCsv(records: readonly (readonly string[])[]): string {
  return `\uFEFF${records.map((fields) => `${fields.map(write).join(separator)}\r\n`).join('')}`;
}

/** The records of a file, without empty lines. A quoted field may contain separators and line breaks. */
export function readCsv(text: string): readonly CsvRecord[] {
  const records: CsvRecord[] = [];
  const field = /("(?:[^"]|"")*"|[^;\r\n]*)(;|\r\n|\n|\r|$)/gy;
  let [line, start, fields] = [1, 1, [] as string[]];
  const source = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < source.length || fields.length > 0) {
    const found = field.exec(source);
    // A quote inside a field that does not begin with one: taken as it stands.
    if (!found) return [...records, { line: start, fields: [...fields, source.slice(field.lastIndex)] }];
    const [, raw = '', end = ''] = found;
    fields.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw);
    line += raw.split(/\r\n|\n|\r/).length - 1;
    if (end === separator) continue;
    if (fields.some((each) => each.trim() !== '')) records.push({ line: start, fields });
    line += 1;
    start = line;
    fields = [];
    if (end === '') break;
  }
  return records;
}
