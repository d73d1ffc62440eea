import { expect } from 'vitest';

/** Work of `input.length` and of twice that may differ by noise, but not by a square. */
const mostGrowth = 2.6;
/** The least growth counts: noise in one measurement says nothing. */
const attempts = 8;
/**
 * A whole input that takes less of the processor is not measured further: the square of its length
 * takes hundreds of times as long.
 */
const negligibleMs = 5;
const largestCharacters = 64 * 1024;

/** Milliseconds of the processor that this process has used. Other processes do not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Milliseconds of the processor that some work takes. */
function measure(work: () => unknown): number {
  const before = processorTime();
  try {
    work();
  } catch {
    // Ignore errors: only the work counts.
  }
  return processorTime() - before;
}

/**
 * Expects that a parser's work grows with the length of its input, not with the square: it compares the work for
 * `size / 2` and for `size` characters. An input that the parser rejects by throwing counts as well.
 * @param makeInput an input of about so many characters, of the kind that is worst for the parser
 * @param size characters at most
 */
function expectLinear<Input>(
  name: string,
  parse: (input: Input) => unknown,
  makeInput: (length: number) => Input,
  size = largestCharacters,
): void {
  const [half, whole] = [makeInput(size / 2), makeInput(size)];
  let growth = Infinity;
  for (let round = 0; round < attempts && growth > mostGrowth; round += 1) {
    const work = measure(() => parse(whole));
    if (work < negligibleMs) return;
    growth = Math.min(growth, work / measure(() => parse(half)));
  }
  expect(growth, `${name}: twice the input may take ${mostGrowth} times the work`).toBeLessThan(mostGrowth);
}

/** Parts to repeat. The tail keeps the whole input from matching where the repetition alone would. */
const repeated: readonly (readonly [part: string, tail: string])[] = [
  ...',.;:"\\(){}[]-%&=*/ \t\n\r0aá!|<>?'.split('').map((part) => [part, ''] as const),
  ...[
    'a,',
    'a.',
    '","',
    '"",',
    '\\"',
    'a(',
    '(a',
    'a->',
    '->0',
    'a-',
    '0-',
    '..',
    'and(',
    'a=eq.',
    '&a',
    '%41',
    '../',
    '<a>',
    '<a/>',
    '[[',
    '{"a":',
    'a@',
    '\r\n--x',
    '::',
  ].map((part) => [part, ''] as const),
  ...[',', 'a', ' ', '0', '.', '"', '{', '(', '\n'].flatMap((part) => [
    [part, '!'] as const,
    [part, '"'] as const,
    [part, '.x'] as const,
  ]),
];

/** Expects linear work of a parser of text, whatever is repeated. */
export function expectLinearForAll(name: string, parse: (text: string) => unknown): void {
  for (const [part, tail] of repeated)
    expectLinear(
      `${name} of ${JSON.stringify(part)} and ${JSON.stringify(tail)}`,
      parse,
      (length) => part.repeat((length - tail.length) / part.length) + tail,
    );
}
