import { contentShape, type Content } from '../../../../shared/content/content.ts';
import {
  fieldsOf,
  isObject,
  type JsonObject,
  type ListShape,
  type Shape,
} from '../../../../shared/content/shape.ts';
import {
  editSpanish,
  editTranslation,
  stateOf,
  translated,
  type Translated,
  type Translation,
  type Words,
} from '../../../../shared/content/words.ts';

/** As JSON with the fields in the order of their names: the database returns them in another order than they were written. */
function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

/** Whether two parts of documents say the same, whatever the order of their fields. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || sortedJson(a) === sortedJson(b);
}

/** The translation with the Spanish that it was made of, also where that is still the present one. */
function madeOf({ es, ...translations }: Words, language: Translated): Translation | undefined {
  const translation = translations[language];
  return translation && { of: es, ...translation };
}

/** Theirs, unless I changed it; a confirmation of mine counts for the text that I have seen only. */
function mergeTranslation(
  base: Translation | undefined,
  mine: Translation | undefined,
  theirs: Translation | undefined,
): Translation | undefined {
  if (isSame(mine, base)) return theirs;
  return mine?.text === base?.text && theirs?.text !== base?.text ? theirs : mine;
}

/** The Spanish and the translations that I changed, and the others of theirs. */
function mergeWords(base: Words, mine: Words, theirs: Words): Words {
  const es = mine.es === base.es ? theirs.es : mine.es;
  return translated.reduce<Words>(
    (merged, language) => {
      const [before, own, other] = [base, mine, theirs].map((words) => madeOf(words, language));
      const translation = mergeTranslation(before, own, other);
      if (!translation) return merged;
      const { text, of = es } = translation;
      return { ...merged, ...editSpanish({ es: of, [language]: { text } }, es) };
    },
    { es },
  );
}

type Visit = (words: Words) => Words;

/** A copy with other words. */
function mapWords(value: unknown, shape: Shape, visit: Visit): unknown {
  if (shape.kind === 'words' && isObject(value)) return visit(value as unknown as Words);
  if (shape.kind === 'list' && Array.isArray(value))
    return value.map((item: unknown) => mapWords(item, shape.of, visit));
  if (!isObject(value)) return value;
  const fields = fieldsOf(shape, value) ?? {};
  const copied = Object.entries(value).map(([name, each]) => {
    const field = fields[name];
    return [name, field ? mapWords(each, field, visit) : each];
  });
  return Object.fromEntries(copied) as unknown;
}

/** My list, with their confirmations of the texts that it still has: these are true at any place. */
function withConfirmations(mine: unknown, theirs: unknown, shape: ListShape): unknown {
  const confirmed = new Set<string>();
  const textOf = (words: Words, language: Translated) =>
    JSON.stringify([language, words.es, words[language]?.text]);
  mapWords(theirs, shape, (words) => {
    for (const language of translated)
      if (stateOf(words, language) === 'done') confirmed.add(textOf(words, language));
    return words;
  });
  return mapWords(mine, shape, (words) =>
    translated
      .filter((language) => confirmed.has(textOf(words, language)))
      .reduce((all, language) => editTranslation(all, language, words[language]?.text ?? ''), words),
  );
}

function byId(list: readonly JsonObject[], key: string): ReadonlyMap<unknown, JsonObject> {
  return new Map(list.map((item) => [item[key], item]));
}

/** The items of a list with ids: in my order if I changed it, else in theirs. */
function mergeItems(
  base: readonly JsonObject[],
  mine: readonly JsonObject[],
  theirs: readonly JsonObject[],
  key: string,
  { of }: ListShape,
): readonly unknown[] {
  const [before, own, other] = [byId(base, key), byId(mine, key), byId(theirs, key)];
  const order = (list: ReadonlyMap<unknown, JsonObject>) => [...list.keys()].filter((id) => before.has(id));
  const stored = [...before.keys()].filter((id) => own.has(id));
  const [first, second] = isSame(order(own), stored) ? [other, own] : [own, other];
  const ids = [...first.keys(), ...[...second.keys()].filter((id) => !first.has(id))];
  return ids.flatMap((id) => mergeValues(before.get(id), own.get(id), other.get(id), of) ?? []);
}

function mergeValues(base: unknown, mine: unknown, theirs: unknown, shape: Shape): unknown {
  if (isSame(mine, base)) return theirs;
  if (isSame(theirs, base) || isSame(mine, theirs)) return mine;
  const all = [base, mine, theirs];
  if (shape.kind === 'list' && shape.key !== undefined && all.every(Array.isArray)) {
    const [before, own, other] = all as readonly (readonly JsonObject[])[];
    return mergeItems(before!, own!, other!, shape.key, shape);
  }
  if (shape.kind === 'list') return withConfirmations(mine, theirs, shape);
  if (!isObject(base) || !isObject(mine) || !isObject(theirs)) return mine;
  if (shape.kind === 'words') return mergeWords(base as Words, mine as Words, theirs as Words);
  if (base['kind'] !== mine['kind'] || theirs['kind'] !== mine['kind']) return mine;
  const fields = Object.entries(fieldsOf(shape, mine) ?? {});
  const merged = fields.map(([name, field]) => [
    name,
    mergeValues(base[name], mine[name], theirs[name], field),
  ]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined)) as unknown;
}

/**
 * Puts my changes on top of theirs. Where both changed the same text, figure or list without ids, mine stays.
 * @param base the document that both began with
 */
export function mergeContent(base: Content, mine: Content, theirs: Content): Content {
  return mergeValues(base, mine, theirs, contentShape) as Content;
}
