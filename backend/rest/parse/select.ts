import { restError } from '../errors.ts';
import { Scanner, type Field } from './scanner.ts';

export const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const;
export type Aggregate = (typeof aggregates)[number];

/** A column of the result. `field.name` is `*` for all columns, and for `count()` of rows. */
export interface SelectField {
  readonly kind: 'field';
  readonly field: Field;
  readonly alias: string | undefined;
  readonly cast: string | undefined;
  readonly aggregate: Aggregate | undefined;
  readonly aggregateCast: string | undefined;
}

/** A related table: `alias:name!hint!inner(items)`, or with its columns put into the parent: `...name(items)`. */
export interface SelectEmbed {
  readonly kind: 'embed';
  readonly name: string;
  readonly alias: string | undefined;
  readonly hint: string | undefined;
  readonly join: 'inner' | 'left' | undefined;
  readonly spread: boolean;
  readonly items: readonly SelectItem[];
}

export type SelectItem = SelectField | SelectEmbed;

/** Levels of embedding that a request may have. */
export const maxEmbedDepth = 10;
/** Columns and embeds of one request, all levels together. */
const maxItems = 200;
/** Embeds of one request. PostgreSQL needs 60 KB and a quarter of a millisecond to plan each. */
const maxEmbeds = 20;

const castPattern = /[\p{L}\p{N}_ $]+/uy;
const aggregatePattern = new RegExp(`\\.(${aggregates.join('|')})\\(\\)`, 'y');

class SelectParser {
  readonly #scanner: Scanner;
  #count = 0;
  #embeds = 0;

  constructor(text: string) {
    this.#scanner = new Scanner('select parameter', text);
  }

  parse(): readonly SelectItem[] {
    if (this.#scanner.rest.trim() === '') return [];
    const items = this.#items(0);
    if (!this.#scanner.atEnd) this.#scanner.fail(['","', 'end of input']);
    return items;
  }

  #items(depth: number): readonly SelectItem[] {
    const items: SelectItem[] = [];
    do {
      this.#count += 1;
      if (depth > maxEmbedDepth || this.#count > maxItems) this.#refuseSize();
      this.#scanner.skipBlanks();
      items.push(this.#item(depth));
      this.#scanner.skipBlanks();
    } while (this.#scanner.take(','));
    return items;
  }

  #refuseSize(): never {
    throw restError('PGRST100', ['"failed to parse select parameter" (too large)'], {
      details: `at most ${maxEmbedDepth} levels of embedding, ${maxEmbeds} embeds and ${maxItems} columns are allowed`,
    });
  }

  #item(depth: number): SelectItem {
    const scanner = this.#scanner;
    if (scanner.take('...')) return this.#embed(scanner.fieldName(), undefined, true, depth);
    if (scanner.take('*')) return this.#end({ name: '*', path: [] }, undefined);
    const first = scanner.fieldName();
    const hasAlias = scanner.peek(':') && !scanner.peek('::') && scanner.take(':');
    const alias = hasAlias ? first : undefined;
    const name = hasAlias ? scanner.fieldName() : first;
    if (name === 'count' && scanner.take('()')) return this.#countRows(alias);
    if (scanner.peek('!') || scanner.peek('(')) return this.#embed(name, alias, false, depth);
    return this.#end({ name, path: scanner.jsonPath() }, alias);
  }

  #countRows(alias: string | undefined): SelectField {
    const aggregateCast = this.#cast();
    const field = { name: '*', path: [] };
    return { kind: 'field', field, alias, cast: undefined, aggregate: 'count', aggregateCast };
  }

  /** The rest of a column: cast, aggregate, cast of the aggregate. */
  #end(field: Field, alias: string | undefined): SelectField {
    const scanner = this.#scanner;
    const star = field.name === '*';
    const cast = star ? undefined : this.#cast();
    const aggregate = star
      ? undefined
      : (scanner.match(aggregatePattern)?.slice(1, -2) as Aggregate | undefined);
    const aggregateCast = aggregate ? this.#cast() : undefined;
    scanner.skipBlanks();
    if (!scanner.atEnd && !scanner.peek(',') && !scanner.peek(')'))
      scanner.fail(
        star ? ['")"', '","', 'end of input'] : ['"->>"', '"->"', '"::"', '".", ")"', '","', 'end of input'],
      );
    return { kind: 'field', field, alias, cast, aggregate, aggregateCast };
  }

  #cast(): string | undefined {
    if (!this.#scanner.take('::')) return undefined;
    return this.#scanner.match(castPattern)?.trim() || this.#scanner.fail(['letter or digit']);
  }

  #embed(name: string, alias: string | undefined, spread: boolean, depth: number): SelectEmbed {
    const scanner = this.#scanner;
    this.#embeds += 1;
    if (this.#embeds > maxEmbeds) this.#refuseSize();
    let hint: string | undefined;
    let join: SelectEmbed['join'];
    for (let count = 0; count < 2 && scanner.take('!'); count += 1) {
      const parameter = scanner.fieldName();
      if (parameter === 'inner' || parameter === 'left') join ??= parameter;
      else hint ??= parameter;
    }
    scanner.expect('(');
    scanner.skipBlanks();
    const items = scanner.peek(')') ? [] : this.#items(depth + 1);
    if (!scanner.take(')')) scanner.fail(['")"', '","']);
    return { kind: 'embed', name, alias, hint, join, spread, items };
  }
}

/**
 * Parses the `select` parameter. An empty text means rows without columns.
 * @throws RestError PGRST100
 */
export function parseSelect(text: string): readonly SelectItem[] {
  return new SelectParser(text).parse();
}
