import { restError } from '../errors.ts';

function refuse(reason: string): never {
  throw restError('PGRST102', [reason]);
}

/** One field from `at`: its text, and where it ends (at a comma, a line end or the end). */
function readField(text: string, at: number): { readonly value: string; readonly end: number } {
  if (text[at] !== '"') {
    const length = text.slice(at).search(/[,\r\n]/);
    const end = length < 0 ? text.length : at + length;
    return { value: text.slice(at, end), end };
  }
  let value = '';
  for (let position = at + 1; position < text.length; position += 1) {
    if (text[position] !== '"') value += text[position];
    else if (text[position + 1] === '"') value += text[(position += 1)];
    else return { value, end: position + 1 };
  }
  return refuse('A quoted CSV field is not closed');
}

function readLines(text: string): readonly (readonly string[])[] {
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at <= text.length;) {
    const { value, end } = readField(text, at);
    line.push(value);
    const separator = text.startsWith('\r\n', end) ? '\r\n' : (text[end] ?? '');
    if (separator === ',') {
      at = end + 1;
      continue;
    }
    if (separator !== '' && !/[\r\n]/.test(separator)) refuse('A quoted CSV field is followed by text');
    lines.push(line);
    line = [];
    at = end + Math.max(separator.length, 1);
    if (at >= text.length) break;
  }
  return lines;
}

/**
 * The rows of a CSV text with a header line, as objects of texts; the bare word NULL is null.
 * @throws RestError PGRST102
 */
export function parseCsv(text: string): readonly Readonly<Record<string, string | null>>[] {
  if (text === '') return [];
  const [header = [], ...lines] = readLines(text);
  return lines.map((line) => {
    if (line.length !== header.length) refuse('All lines must have same number of fields');
    return Object.fromEntries(
      header.map((name, index) => [name, line[index] === 'NULL' ? null : line[index]!]),
    );
  });
}
