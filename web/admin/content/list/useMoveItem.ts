import type { ContentPath } from '../../../../shared/content/changes.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { moveItem } from '../document/lists.ts';
import { readAt } from '../document/tree.ts';
import { itemNameAt } from '../names.ts';
import { useStudio } from '../studio.ts';

/** Moves an item of a list by one place, or to the place of another item, and announces its new place. */
export function useMoveItem(): (path: ContentPath, to: 1 | -1 | ContentPath) => void {
  const t = useNamespace('content');
  const { read, edit, say } = useStudio();
  return (path, to) => {
    const content = read();
    const list = path.slice(0, -1);
    const items = readAt(content, list) as readonly { readonly id: string }[];
    const indexOf = (id: unknown) => items.findIndex((item) => item.id === id);
    const from = indexOf(path.at(-1));
    const target = typeof to === 'number' ? from + to : indexOf(to.at(-1));
    if (target < 0 || target >= items.length) return;
    edit((current) => moveItem(current, list, from, target));
    say(t.list.moved(itemNameAt(content, path, t) ?? '', target + 1, items.length));
  };
}
