export interface JsonLimits {
  /** Levels of nesting. */
  readonly depth: number;
  /** Values, counted by the commas between them. */
  readonly values: number;
}

/** The position of the closing quote of the string that begins at `at`; the end of the text without one. */
function closingQuote(text: string, at: number): number {
  for (let next = at + 1; next < text.length; next += 1) {
    if (text[next] === '"') return next;
    if (text[next] === '\\') next += 1;
  }
  return text.length;
}

/** The limit that JSON text exceeds. Check before parsing: a megabyte of empty objects parses far slower than text. */
export function exceededLimit(text: string, limits: JsonLimits): keyof JsonLimits | undefined {
  let [depth, values] = [0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = closingQuote(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    else if (character === ',') values += 1;
    if (depth > limits.depth) return 'depth';
    if (values > limits.values) return 'values';
  }
  return undefined;
}
