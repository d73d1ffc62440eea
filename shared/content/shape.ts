import { languages, type Language } from '../languages.ts';
import type { Words } from './words.ts';

/*
 * A small language that describes a document as plain data, so that TypeScript and SQL check the same rules: problems.ts
 * and `private.content_problems` both interpret it.
 */

/** Texts that must match an expression. Its source also runs in PostgreSQL: only syntax with one meaning in both. */
export const formats = {
  id: /^[a-z0-9]+(-[a-z0-9]+)*$/,
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  phone: /^\+?[ ().-]*([0-9][ ().-]*){8,15}$/,
  email: /^[^@ ]+@[^@ ]+$/,
  https: /^https:\/\/[A-Za-z0-9-]+([.][A-Za-z0-9-]+)+(:[0-9]{1,5})?([/?#][^ "'<>\\]*)?$/,
  picture: /^[A-Za-z0-9_-]+([/][A-Za-z0-9_-]+)*[.](jpg|png|webp)$/,
  day: /^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$/,
  /** The beginning of a day has no time, so that there is one way to write it. */
  moment: /^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T(?!00:00)([01][0-9]|2[0-3]):[0-5][0-9])?$/,
  /** A day ends with its last minute, so that an end at 00:00 is another one than its day. */
  end: /^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9])?$/,
  time: /^([01][0-9]|2[0-3]):[0-5][0-9]$/,
} as const;
export type TextFormat = keyof typeof formats;

/** The numbers that people write in many ways; `shared/chile` and `private.is_number` read them. */
export type NumberKind = 'phone' | 'rut';

interface Optional {
  readonly optional?: true;
}
export interface TextShape extends Optional {
  readonly kind: 'text';
  /** In characters, as PostgreSQL counts them: code points. */
  readonly max: number;
  readonly required?: true;
  readonly format?: Exclude<TextFormat, 'day' | 'moment' | 'end'>;
  /** Must be such a number when it is published: an expression cannot tell. */
  readonly number?: NumberKind;
}
/** A text in Spanish with its translations. */
export interface WordsShape extends Optional {
  readonly kind: 'words';
  readonly max: number;
  /** The characters that the passenger's screen has room for. The studio marks a longer text; a release may have it. */
  readonly fits: number;
}
interface IntegerShape extends Optional {
  readonly kind: 'integer';
  readonly min: number;
  readonly max: number;
}
interface DayShape extends Optional {
  readonly kind: 'day';
}
/** A day in Chile, or a minute of it by the clock there. */
interface MomentShape extends Optional {
  readonly kind: 'moment';
}
/** The last day in Chile, or the minute from which something is over by the clock there. */
interface EndShape extends Optional {
  readonly kind: 'end';
}
interface FlagShape extends Optional {
  readonly kind: 'flag';
}
interface ChoiceShape extends Optional {
  readonly kind: 'choice';
  readonly of: readonly string[];
}
/** The `id` of an item of a list at the top of the document. */
export interface ReferenceShape extends Optional {
  readonly kind: 'reference';
  readonly to: string;
}
type Fields = Readonly<Record<string, Shape>>;
export interface ObjectShape extends Optional {
  readonly kind: 'object';
  readonly fields: Fields;
  /** Two numbers of which the first must not exceed the second, or a day or moment that must not be over at the second. */
  readonly order?: readonly [first: string, second: string];
}
/** An object whose field `kind` decides which other fields it has. */
export interface VariantsShape extends Optional {
  readonly kind: 'variants';
  readonly variants: Readonly<Record<string, ObjectShape>>;
}
export interface ListShape extends Optional {
  readonly kind: 'list';
  readonly of: Shape;
  readonly max: number;
  /** The field that identifies an item in the list. */
  readonly key?: string;
  /** A day or moment that all items but the first must have, each later than that of the item before. */
  readonly ascending?: string;
}
export type Shape =
  | TextShape
  | WordsShape
  | IntegerShape
  | DayShape
  | MomentShape
  | EndShape
  | FlagShape
  | ChoiceShape
  | ReferenceShape
  | ObjectShape
  | VariantsShape
  | ListShape;

type OptionalKeys<F> = { [K in keyof F]: F[K] extends { optional: true } ? K : never }[keyof F];
type InferFields<F> = { readonly [K in Exclude<keyof F, OptionalKeys<F>>]: Infer<F[K]> } & {
  readonly [K in OptionalKeys<F>]?: Infer<F[K]>;
};
type InferVariant<K, V> = V extends { fields: infer F } ? { readonly kind: K } & InferFields<F> : never;

/** The type of the values that a shape describes. */
export type Infer<S> = S extends { kind: 'text' | 'day' | 'moment' | 'end' | 'reference' }
  ? string
  : S extends { kind: 'words' }
    ? Words
    : S extends { kind: 'integer' }
      ? number
      : S extends { kind: 'flag' }
        ? boolean
        : S extends { kind: 'choice'; of: readonly (infer C)[] }
          ? C
          : S extends { kind: 'object'; fields: infer F }
            ? InferFields<F>
            : S extends { kind: 'variants'; variants: infer V }
              ? { [K in keyof V]: InferVariant<K, V[K]> }[keyof V]
              : S extends { kind: 'list'; of: infer I }
                ? readonly Infer<I>[]
                : never;

type TextOptions = Pick<TextShape, 'required' | 'format' | 'number'>;

/** A text; may be empty unless it is required. */
export const text = (max: number, options: TextOptions = {}) => ({ kind: 'text' as const, max, ...options });
export const words = (max: number, fits = max) => ({ kind: 'words' as const, max, fits });
export const integer = (min: number, max: number) => ({ kind: 'integer' as const, min, max });
export const day = { kind: 'day' } as const;
export const moment = { kind: 'moment' } as const;
export const end = { kind: 'end' } as const;
export const flag = { kind: 'flag' } as const;
export const choice = <const Of extends readonly string[]>(of: Of) => ({ kind: 'choice' as const, of });
export const reference = (to: string) => ({ kind: 'reference' as const, to });
export const object = <F extends Fields>(fields: F, options: Pick<ObjectShape, 'order'> = {}) => ({
  kind: 'object' as const,
  fields,
  ...options,
});
export const variants = <V extends VariantsShape['variants']>(of: V) => ({
  kind: 'variants' as const,
  variants: of,
});
export const list = <S extends Shape>(
  of: S,
  max: number,
  options: Pick<ListShape, 'key' | 'ascending'> = {},
) => ({
  kind: 'list' as const,
  of,
  max,
  ...options,
});
export const optional = <S extends Shape>(shape: S): S & { readonly optional: true } => ({
  ...shape,
  optional: true,
});

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By the maximum: a release has hundreds of words with few of them, and a phone checks it before it draws the screen. */
const fieldsOfWords = new Map<number, Fields>();

function wordsFields(max: number): Fields {
  const known = fieldsOfWords.get(max);
  if (known) return known;
  const own = text(max, { required: true });
  const translation = optional(object({ text: own, of: optional(own) }));
  const fields = languages.map((language: Language) => [language, language === 'es' ? own : translation]);
  const made = Object.fromEntries(fields) as Fields;
  fieldsOfWords.set(max, made);
  return made;
}

/** The fields that an object of this shape may have; undefined for shapes of other values. */
export function fieldsOf(shape: Shape, value: JsonObject): Fields | undefined {
  if (shape.kind === 'object') return shape.fields;
  if (shape.kind === 'words') return wordsFields(shape.max);
  return shape.kind === 'variants' ? variantOf(shape, value['kind']).fields : undefined;
}

/** The variant with the field `kind`; for an unknown kind, that field alone. */
export function variantOf({ variants: all }: VariantsShape, kind: unknown): ObjectShape {
  const own = typeof kind === 'string' && Object.hasOwn(all, kind) ? all[kind] : undefined;
  return { ...own, kind: 'object', fields: { ...own?.fields, kind: choice(Object.keys(all)) } };
}

/** The same rules in fewer kinds, for an interpreter in SQL: without words, and with the field `kind` in each variant. */
export function expand(shape: Shape): unknown {
  if (shape.kind === 'list') return { ...shape, of: expand(shape.of) };
  if (shape.kind === 'variants') {
    const known = Object.keys(shape.variants).map((kind) => [kind, expand(variantOf(shape, kind))]);
    return {
      ...shape,
      variants: Object.fromEntries(known) as object,
      otherwise: variantOf(shape, undefined),
    };
  }
  const fields = fieldsOf(shape, {});
  if (!fields) return shape;
  const expanded = Object.entries(fields).map(([name, field]) => [name, expand(field)]);
  const { fits: _, ...rules } = { fits: undefined, ...shape };
  return { ...rules, kind: 'object', fields: Object.fromEntries(expanded) as object };
}
