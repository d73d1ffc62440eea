/** A column, or the value of a domain, that a check bounds: `char_length(name) <= 40`. */
const bound =
  /^(?:char_length|character_length|length|octet_length)\(\(?("(?:[^"]|"")+"|[A-Za-z_][A-Za-z0-9_$]*)\)?(?:::text)?\) (<|<=|=) (\d{1,9})$/;

/** The positions of a text outside quotes and outside brackets, and the depth of the brackets at each position. */
function depthsOf(text: string): readonly number[] {
  let depth = 0;
  let quote = '';
  return Array.from({ length: text.length }, (_, index) => {
    const letter = text[index]!;
    if (quote !== '') {
      if (letter === quote) quote = '';
      return Infinity;
    }
    if (letter === "'" || letter === '"') {
      quote = letter;
      return Infinity;
    }
    if (letter === ')') depth -= 1;
    const here = depth;
    if (letter === '(') depth += 1;
    return here;
  });
}

/** The expression without the brackets around all of it. */
function unwrapped(expression: string): string {
  const depths = depthsOf(expression);
  const isWrapped = expression.startsWith('(') && depths.indexOf(0, 1) === expression.length - 1;
  return isWrapped ? expression.slice(1, -1) : expression;
}

/** The terms of an expression that all have to hold. PostgreSQL writes every operator in brackets of its own. */
function termsOf(expression: string): readonly string[] {
  const inner = unwrapped(expression);
  const depths = depthsOf(inner);
  const ends = [...inner.matchAll(/ AND /g)].map(({ index }) => index).filter((at) => depths[at] === 0);
  if (ends.length === 0) return [inner];
  const starts = [0, ...ends.map((end) => end + ' AND '.length)];
  return starts.flatMap((start, index) => unwrapped(inner.slice(start, ends[index])));
}

function nameOf(written: string): string {
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}

/**
 * The most characters of columns, as far as checks of their table or domain say so plainly. Other checks bound nothing.
 * @param checks as `pg_get_expr` writes them
 * @returns by the column's name; `VALUE` in a check of a domain
 */
export function checkedLengths(checks: readonly string[]): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const term of checks.flatMap(termsOf)) {
    const [, written, operator, number] = bound.exec(term) ?? [];
    if (written === undefined) continue;
    const most = Number(number) - (operator === '<' ? 1 : 0);
    const name = nameOf(written);
    lengths.set(name, Math.min(most, lengths.get(name) ?? Infinity));
  }
  return lengths;
}
