import { describeChanges, type ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { listGroups } from './items.ts';
import { isSame } from './same.ts';
import { isWithin, keyOf, readAt, shapeAt, writeAt } from './tree.ts';

export type Side = 'mine' | 'theirs';

export type Joined = ReturnType<typeof join>;

/** The parts that are compared whole: an item of a list, an optional part, and a field of every other part. */
function partsOf(content: Content): readonly ContentPath[] {
  return listGroups(content).flatMap(({ list, items }) =>
    items.flatMap(({ path }) => {
      if (list || shapeAt(content, path)?.optional) return [path];
      return Object.keys(readAt(content, path) as object).map((field) => [...path, field]);
    }),
  );
}

/** Writes a part. An item that the document does not have comes last in its list. */
function put(content: Content, path: ContentPath, value: unknown): Content {
  const parent = path.slice(0, -1);
  const isItem = shapeAt(content, parent)?.kind === 'list';
  const isNew = isItem && readAt(content, path) === undefined;
  if (!isNew) return writeAt(content, path, value);
  if (value === undefined) return content;
  return writeAt(content, parent, [...((readAt(content, parent) ?? []) as readonly unknown[]), value]);
}

/** Takes over the order of the items of each list that I changed; an item that only they have comes last. */
function inMyOrder(content: Content, base: Content, mine: Content): Content {
  return describeChanges(base, mine).reduce((ordered, { kind, path, after }) => {
    if (kind !== 'moved') return ordered;
    const ids = after as readonly string[];
    const place = (id: string) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
    const list = (readAt(ordered, path) ?? []) as readonly { readonly id: string }[];
    return writeAt(
      ordered,
      path,
      list.toSorted((a, b) => place(a.id) - place(b.id)),
    );
  }, content);
}

/**
 * Joins my changes with theirs.
 * @param base the document that both began with
 * @returns the changes of both with the disputed parts of either side, and the parts that both have changed, each in another way
 */
export function join(base: Content, mine: Content, theirs: Content) {
  const parts = new Map([...partsOf(base), ...partsOf(mine)].map((path) => [keyOf(path), path]));
  const differences = describeChanges(theirs, mine);
  const disputed: ContentPath[] = [];
  let content = theirs;
  for (const path of parts.values()) {
    const [before, own, other] = [base, mine, theirs].map((each) => readAt(each, path));
    if (isSame(own, before)) continue;
    if (isSame(other, before)) content = put(content, path, own);
    else if (differences.some((change) => isWithin(change.path, path))) disputed.push(path);
  }
  content = inMyOrder(content, base, mine);
  const withMine = disputed.reduce((all, path) => put(all, path, readAt(mine, path)), content);
  return { content: { mine: withMine, theirs: content }, disputed };
}
