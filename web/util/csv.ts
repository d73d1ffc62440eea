/** Excel in Chile separates by semicolons, because its decimals have a comma. */
const separator = ';';

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
export function withoutFormulaMarks(field: string): string {
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
