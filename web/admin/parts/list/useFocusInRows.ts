import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { focusIfLost } from '../../../ui/focusOnMount.ts';

/** Where the focus was last in a list. */
interface Place {
  readonly id: string | undefined;
  /** Among the rows. */
  readonly index: number;
  /** Among the buttons of the row; -1 for its link. */
  readonly button: number;
}

const rowsIn = (frame: HTMLElement) => [...frame.querySelectorAll<HTMLElement>('[data-row]')];

/** The element of a place; in the row that followed, where its own has gone. */
function elementAt(frame: HTMLElement, { id, index, button }: Place): HTMLElement | null {
  const rows = rowsIn(frame);
  const row = rows.find(({ dataset }) => dataset['row'] === id) ?? rows[index] ?? rows.at(-1);
  return row?.querySelectorAll('button')[button] ?? row?.querySelector('[data-row-link], button') ?? null;
}

/**
 * Gives the focus back to a list: to the control that had it in a row that has moved, to that of the next row where the row
 * has gone, and to the row of a page that closes.
 * @param rows another array after each reload
 * @param opened the id of the record whose page is open; empty for none
 * @returns the handler for the `focus` event of the list
 */
export function useFocusInRows(
  frame: RefObject<HTMLElement | null>,
  rows: readonly unknown[] | undefined,
  opened: string,
) {
  const last = useRef<Place | undefined>(undefined);
  const before = useRef(opened);
  useLayoutEffect(() => {
    const closed = opened === '' && before.current;
    before.current = opened;
    if (!rows || !frame.current || opened !== '') return;
    if (closed && last.current?.id !== closed) last.current = { id: closed, index: 0, button: -1 };
    if (closed) elementAt(frame.current, last.current!)?.focus();
    else if (last.current) focusIfLost(elementAt(frame.current, last.current));
  }, [frame, rows, opened]);
  return ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('[data-row]');
    const menu = target.closest('[popover]')?.id;
    const buttons = row ? [...row.querySelectorAll('button')] : [];
    const button = menu
      ? buttons.findIndex((each) => each.getAttribute('popovertarget') === menu)
      : buttons.indexOf(target as HTMLButtonElement);
    const index = row && frame.current ? rowsIn(frame.current).indexOf(row) : -1;
    last.current = row ? { id: row.dataset['row'], index, button } : undefined;
  };
}
