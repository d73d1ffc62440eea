import { GripVertical } from 'lucide-react';
import { memo, type DragEvent, type KeyboardEvent } from 'react';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import type { Item } from '../model/items.ts';
import { itemName } from '../names.ts';
import { Marks } from './Marks.tsx';

export interface ItemActions {
  readonly onOpen: (item: Item) => void;
  /** Moves an item before (-1) or behind (1) its neighbour. */
  readonly onStep: (item: Item, step: 1 | -1) => void;
  readonly onDrag: (item: Item) => void;
  /** The dragged item was let go here. */
  readonly onDrop: (item: Item) => void;
}

export interface ItemRowProps {
  readonly item: Item;
  readonly selected: boolean;
  /** The whole list is shown, so that its order can be changed. */
  readonly movable: boolean;
  readonly actions: ItemActions;
}

const allowDrop = (event: DragEvent) => event.preventDefault();

/** One item with its marks. Alt with an arrow key moves it, as dragging does. */
export const ItemRow = memo(function ItemRow({ item, selected, movable, actions }: ItemRowProps) {
  const t = useNamespace('studio');
  const press = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null;
    if (!movable || !event.altKey || step === null) return;
    event.preventDefault();
    actions.onStep(item, step);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a shortcut for pointers; Alt and the arrow keys do the same
    <li
      draggable={movable}
      onDragStart={() => actions.onDrag(item)}
      onDragOver={movable ? allowDrop : undefined}
      onDrop={(event) => {
        event.preventDefault();
        actions.onDrop(item);
      }}
      className="group flex items-center border-b border-line [contain-intrinsic-size:auto_3rem] [content-visibility:auto] last:border-b-0"
    >
      {movable && (
        <GripVertical
          size={18}
          aria-hidden="true"
          className="ml-1 shrink-0 cursor-grab text-line-strong opacity-55 group-hover:opacity-100"
        />
      )}
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={() => actions.onOpen(item)}
        onKeyDown={press}
        className={classes(
          'flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-2 py-1.5 pr-2 text-left text-small hover:bg-surface focus-visible:-outline-offset-3',
          // Without the handle, the names begin below the heading of their group.
          movable ? 'pl-2' : 'pl-3',
          selected && 'bg-accent-soft font-semibold text-accent',
        )}
      >
        <span className="min-w-0 flex-1 basis-36 [overflow-wrap:anywhere]">{itemName(t, item)}</span>
        <Marks states={item.states} />
      </button>
    </li>
  );
});
