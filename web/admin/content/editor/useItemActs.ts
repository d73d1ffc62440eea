import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { addItem, blankOf, moveItem } from '../model/lists.ts';
import { readAt, shapeAt, writeAt } from '../model/tree.ts';
import { useStudio } from '../studio.ts';
import { itemNameAt } from '../names.ts';

/** Opens a blank item of a list, or a blank optional part. The draft gets it with the first edit of it. */
export function useAddItem(): (path: ContentPath) => void {
  const { read, add, open } = useStudio();
  return (path) => {
    const content = read();
    const shape = shapeAt(content, path);
    if (!shape) return;
    const added = shape.kind === 'list' ? addItem(content, path) : { path, item: blankOf(shape, content) };
    if (!added) return;
    add({ path: added.path, item: added.item });
    open(added.path);
  };
}

/** Whether an item, or a part as a whole, may be removed from the document. */
export function isRemovable(content: Content, path: ContentPath): boolean {
  return path.length > 1 || shapeAt(content, path)?.optional === true;
}

/** Removes an item and closes it. */
export function useRemoveItem(): (path: ContentPath, name: string) => void {
  const t = useNamespace('studio');
  const { edit, open, say } = useStudio();
  return (path, name) => {
    edit((current) => writeAt(current, path, undefined));
    open([]);
    say(t.editor.removed(name));
  };
}

/** Moves an item of a list by one place, and announces its new place. */
export function useMoveItem(): (path: ContentPath, step: 1 | -1) => void {
  const t = useNamespace('studio');
  const { read, edit, say } = useStudio();
  return (path, step) => {
    const content = read();
    const list = path.slice(0, -1);
    const items = readAt(content, list) as readonly { readonly id: string }[];
    const from = items.findIndex(({ id }) => id === path.at(-1));
    const target = from + step;
    if (target < 0 || target >= items.length) return;
    edit((current) => moveItem(current, list, from, target));
    say(t.list.moved(itemNameAt(content, path, t) ?? '', target + 1, items.length));
  };
}
