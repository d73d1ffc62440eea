import { restError } from '../errors.ts';
import { Scanner, type Field } from './scanner.ts';

const aggregates = ['avg', 'count', 'max', 'min', 'sum'] as const;
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
const maxEmbedDepth = 10;
/** Columns and embeds of one request, all levels together. */
const maxItems = 200;
/** Embeds of one request. PostgreSQL needs 60 KB and a quarter of a millisecond to plan each. */
const maxEmbeds = 20;

const everything: Field = { name: '*', path: [] };
const castPattern = /[\p{L}\p{N}_ $]+/uy;
const aggregatePattern = new RegExp(`\\.(${aggregates.join('|')})\\(\\)`, 'y');

class SelectParser extends Scanner {
  #count = 0;
  #embeds = 0;

  items(depth: number): readonly SelectItem[] {
    const items: SelectItem[] = [];
    do {
      this.#count += 1;
      if (depth > maxEmbedDepth || this.#count > maxItems) this.#refuseSize();
      this.skipBlanks();
      items.push(this.#item(depth));
      this.skipBlanks();
    } while (this.take(','));
    return items;
  }

  #refuseSize(): never {
    throw restError('PGRST100', ['"failed to parse select parameter" (too large)'], {
      details: `at most ${maxEmbedDepth} levels of embedding, ${maxEmbeds} embeds and ${maxItems} columns are allowed`,
    });
  }

  #item(depth: number): SelectItem {
    if (this.take('...')) return this.#embed(this.fieldName(), undefined, true, depth);
    if (this.take('*')) return this.#end(everything, undefined);
    const first = this.fieldName();
    const hasAlias = this.peek(':') && !this.peek('::') && this.take(':');
    const alias = hasAlias ? first : undefined;
    const name = hasAlias ? this.fieldName() : first;
    if (name === 'count' && this.take('()')) {
      const counted = { field: everything, alias, cast: undefined, aggregate: 'count' } as const;
      return { kind: 'field', ...counted, aggregateCast: this.#cast() };
    }
    if (this.peek('!') || this.peek('(')) return this.#embed(name, alias, false, depth);
    return this.#end({ name, path: this.jsonPath() }, alias);
  }

  /** The rest of a column: cast, aggregate, cast of the aggregate. */
  #end(field: Field, alias: string | undefined): SelectField {
    const star = field.name === '*';
    const cast = star ? undefined : this.#cast();
    const found = star ? undefined : this.matchGroups(aggregatePattern)?.[1];
    const aggregate = found as Aggregate | undefined;
    const aggregateCast = aggregate && this.#cast();
    this.skipBlanks();
    if (!this.atEnd && !this.peek(',') && !this.peek(')'))
      this.fail([...(star ? ['")"'] : ['"->>"', '"->"', '"::"', '".", ")"']), '","', 'end of input']);
    return { kind: 'field', field, alias, cast, aggregate, aggregateCast };
  }

  #cast(): string | undefined {
    if (!this.take('::')) return undefined;
    return this.match(castPattern)?.trim() || this.fail(['letter or digit']);
  }

  #embed(name: string, alias: string | undefined, spread: boolean, depth: number): SelectEmbed {
    this.#embeds += 1;
    if (this.#embeds > maxEmbeds) this.#refuseSize();
    let hint: string | undefined;
    let join: SelectEmbed['join'];
    for (let count = 0; count < 2 && this.take('!'); count += 1) {
      const parameter = this.fieldName();
      if (parameter === 'inner' || parameter === 'left') join ??= parameter;
      else hint ??= parameter;
    }
    this.expect('(');
    this.skipBlanks();
    const items = this.peek(')') ? [] : this.items(depth + 1);
    if (!this.take(')')) this.fail(['")"', '","']);
    return { kind: 'embed', name, alias, hint, join, spread, items };
  }
}

/** Parses the `select` parameter. An empty text means rows without columns. @throws RestError PGRST100 */
export function parseSelect(text: string): readonly SelectItem[] {
  if (text.trim() === '') return [];
  const parser = new SelectParser('select parameter', text);
  const items = parser.items(0);
  if (!parser.atEnd) parser.fail(['","', 'end of input']);
  return items;
}
