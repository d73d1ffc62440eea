import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { listGroups } from './items.ts';
import { keyOf, readAt, writeAt } from './tree.ts';

/** Items as they were added. An edit makes another object, which is in here no more. */
const added = new WeakSet<object>();

/** Remembers an item that was added blank. */
export function markUntouched(content: Content, path: ContentPath): void {
  const item = readAt(content, path);
  if (typeof item === 'object' && item !== null) added.add(item);
}

/** Whether nothing was typed into an item since it was added here. */
export function isUntouched(content: Content, path: ContentPath): boolean {
  const item = readAt(content, path);
  return typeof item === 'object' && item !== null && added.has(item);
}

/** The document without the items that were added and left as they were, but for the one that is open now. */
export function dropUntouched(content: Content, open: ContentPath): Content {
  return listGroups(content)
    .flatMap(({ items }) => items)
    .filter(({ path, key }) => key !== keyOf(open) && isUntouched(content, path))
    .reduce((rest, { path }) => writeAt(rest, path, undefined), content);
}
