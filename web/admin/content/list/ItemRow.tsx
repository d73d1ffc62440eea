import { memo } from 'react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import type { Item } from '../model/items.ts';
import { itemName } from '../names.ts';
import { useStudio } from '../studio.ts';
import { Marks } from './Marks.tsx';

export interface ItemRowProps {
  readonly item: Item;
  readonly selected: boolean;
}

/** One item with its marks. */
export const ItemRow = memo(function ItemRow({ item, selected }: ItemRowProps) {
  const t = useNamespace('studio');
  const { open } = useStudio();
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_3rem] [content-visibility:auto] last:border-b-0">
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={() => open(item.path)}
        className={classes(
          'flex min-h-12 w-full flex-wrap items-center gap-x-2 py-1.5 pr-2 pl-3 text-left text-small hover:bg-surface focus-visible:-outline-offset-3',
          item.path.length === 1 && 'font-semibold',
          selected && 'bg-accent-soft font-semibold text-accent',
        )}
      >
        <span className="min-w-0 flex-1 basis-36 [overflow-wrap:anywhere]">{itemName(t, item)}</span>
        <Marks states={item.states} />
      </button>
    </li>
  );
});
