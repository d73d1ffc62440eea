import { languages } from '../languages.ts';
import { contentShape, type Content } from './content.ts';
import { fieldsOf, isObject, type JsonObject, type ListShape, type Shape } from './shape.ts';
import type { Words } from './words.ts';

/** Names of fields, ids of items that have one, indexes of those that have none. */
export type ContentPath = readonly (string | number)[];

/** `moved`: the order of the items of a list changed; `before` and `after` are their ids. */
export interface ContentChange {
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  readonly path: ContentPath;
  readonly before: unknown;
  readonly after: unknown;
}

type Report = (change: ContentChange) => void;

function hasParts({ kind }: Shape): boolean {
  return kind === 'object' || kind === 'variants';
}

function compareWords(before: Words, after: Words, path: ContentPath, report: Report): void {
  for (const language of languages) {
    const [earlier, later] = [before, after].map((words) =>
      language === 'es' ? words.es : words[language]?.text,
    );
    compareValues(earlier, later, undefined, [...path, language], report);
  }
}

function compareItems(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  { of, key }: ListShape,
  path: ContentPath,
  report: Report,
): void {
  const identify = (item: JsonObject, index: number) => (key === undefined ? index : String(item[key]));
  const earlier = new Map(before.map((item, index) => [identify(item, index), item]));
  const later = new Map(after.map((item, index) => [identify(item, index), item]));
  for (const [id, item] of earlier)
    if (!later.has(id)) report({ kind: 'removed', path: [...path, id], before: item, after: undefined });
  for (const [id, item] of later) compareValues(earlier.get(id), item, of, [...path, id], report);
  const kept = [...earlier.keys()].filter((id) => later.has(id));
  const order = [...later.keys()].filter((id) => earlier.has(id));
  if (order.some((id, index) => id !== kept[index]))
    report({ kind: 'moved', path, before: kept, after: order });
}

const itemsOf = (list: unknown) => (list ?? []) as readonly JsonObject[];

/** Without a shape, values are compared as a whole. */
function compareValues(
  before: unknown,
  after: unknown,
  shape: Shape | undefined,
  path: ContentPath,
  report: Report,
): void {
  if (before === undefined && after === undefined) return;
  // An absent list says the same as an empty one, and its items are named one by one.
  if (shape?.kind === 'list') return compareItems(itemsOf(before), itemsOf(after), shape, path, report);
  if (before === undefined || after === undefined)
    return report({ kind: before === undefined ? 'added' : 'removed', path, before, after });
  if (shape?.kind === 'words') return compareWords(before as Words, after as Words, path, report);
  const isSameKind = isObject(before) && isObject(after) && before['kind'] === after['kind'];
  if (shape && hasParts(shape) && isSameKind) {
    for (const [name, field] of Object.entries(fieldsOf(shape, after) ?? {}))
      compareValues(before[name], after[name], field, [...path, name], report);
    return;
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) report({ kind: 'changed', path, before, after });
}

/** Lists the differences between two valid documents as data, which a screen puts into words. */
export function describeChanges(before: Content, after: Content): readonly ContentChange[] {
  const changes: ContentChange[] = [];
  compareValues(before, after, contentShape, [], (change) => changes.push(change));
  return changes;
}
