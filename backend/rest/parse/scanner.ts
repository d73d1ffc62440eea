import { restError } from '../errors.ts';

/** One step of a path into a JSON value: an arrow and a key, or the index of an array element. */
export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly key: string;
  readonly isIndex: boolean;
}

/** A column, or a place inside its JSON value. */
export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

/** Steps into one JSON value. */
const maxSteps = 50;

const namePattern = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const blanks = /[ \t]*/y;
const indexPattern = /-?\d+(?=->|::|[.,)]|$)/y;

/** Reads a text from left to right. @throws RestError PGRST100, with the text and the position, when it does not fit */
export class Scanner {
  readonly text: string;
  readonly #label: string;
  #position = 0;

  /** `label` names the text in errors, as in “failed to parse filter (…)”. */
  constructor(label: string, text: string) {
    this.#label = label;
    this.text = text;
  }

  get position(): number {
    return this.#position;
  }

  get atEnd(): boolean {
    return this.#position >= this.text.length;
  }

  /** The part not read yet. */
  get rest(): string {
    return this.text.slice(this.#position);
  }

  peek(literal: string): boolean {
    return this.text.startsWith(literal, this.#position);
  }

  /** Reads the literal if it comes next. */
  take(literal: string): boolean {
    if (!this.peek(literal)) return false;
    this.#position += literal.length;
    return true;
  }

  /** Reads what a sticky pattern matches here, and returns it with its groups. */
  matchGroups(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#position;
    const found = pattern.exec(this.text) ?? undefined;
    if (found) this.#position += found[0].length;
    return found;
  }

  match(pattern: RegExp): string | undefined {
    return this.matchGroups(pattern)?.[0];
  }

  expect(literal: string): void {
    if (!this.take(literal)) this.fail([`"${literal}"`]);
  }

  skipBlanks(): void {
    this.match(blanks);
  }

  /** Goes back to a position got from `position`. */
  rewind(position: number): void {
    this.#position = position;
  }

  fail(expected: readonly string[]): never {
    const found = this.atEnd
      ? 'end of input'
      : JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.#position)!));
    const choices =
      expected.length > 1 ? `${expected.slice(0, -1).join(', ')} or ${expected.at(-1)}` : expected[0];
    throw restError(
      'PGRST100',
      [`"failed to parse ${this.#label} (${this.text})" (line 1, column ${this.#position + 1})`],
      { details: `unexpected ${found} expecting ${choices}` },
    );
  }

  /** Reads a text in double quotes in which a backslash stands before a quote or another backslash. */
  quoted(): string | undefined {
    if (!this.peek('"')) return undefined;
    let value = '';
    for (let at = this.#position + 1; at < this.text.length; at += 1) {
      const character = this.text[at];
      if (character === '"') {
        this.#position = at + 1;
        return value;
      }
      if (character === '\\') at += 1;
      value += this.text[at] ?? '';
    }
    return undefined;
  }

  /** A name: letters, digits, `_`, `$`, blanks and inner dashes, or anything in double quotes. */
  fieldName(): string {
    const quoted = this.quoted();
    if (quoted !== undefined) return quoted;
    const name = this.match(namePattern)?.trim();
    return name || this.fail(['field name (* or [a..z0..9_$])']);
  }

  /** `->a->0->>b` after a column's name; may be empty. */
  jsonPath(): readonly JsonStep[] {
    const steps: JsonStep[] = [];
    for (;;) {
      const arrow = this.take('->>') ? '->>' : this.take('->') ? '->' : undefined;
      if (!arrow) return steps;
      if (steps.length >= maxSteps) this.fail([`at most ${maxSteps} steps into JSON`]);
      const index = this.match(indexPattern);
      steps.push({ arrow, key: index ?? this.fieldName(), isIndex: index !== undefined });
    }
  }

  field(): Field {
    this.skipBlanks();
    const name = this.fieldName();
    const path = this.jsonPath();
    this.skipBlanks();
    return { name, path };
  }
}

/** Names separated by commas, as `columns` and `on_conflict` have them; undefined without the parameter. */
export function parseNames(label: string, text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const scanner = new Scanner(label, text);
  const names: string[] = [];
  do {
    scanner.skipBlanks();
    names.push(scanner.fieldName());
    scanner.skipBlanks();
  } while (scanner.take(','));
  if (!scanner.atEnd) scanner.fail(['","', 'end of input']);
  return names;
}
