import { languages } from '../../../../shared/languages.ts';
import { contentShape, type Content } from '../../../../shared/content/content.ts';
import {
  fieldsOf,
  isObject,
  type JsonObject,
  type ListShape,
  type Shape,
} from '../../../../shared/content/shape.ts';
import { editSpanish, editTranslation, type Words } from '../../../../shared/content/words.ts';

/** As JSON with the fields in the order of their names: the database returns them in another order than they were written. */
function sortedJson(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each: unknown) =>
    isObject(each) ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1))) : each,
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || sortedJson(a) === sortedJson(b);
}

/** Their text, with the languages that changed here. */
function mergeWords(base: Words, mine: Words, theirs: Words): Words {
  let merged = mine.es === base.es ? theirs : editSpanish(theirs, mine.es);
  for (const language of languages) {
    if (language === 'es' || isSame(mine[language]?.text, base[language]?.text)) continue;
    merged = editTranslation(merged, language, mine[language]?.text ?? '');
  }
  return merged;
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
