import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import { focusIfLost } from '../../../ui/focusOnMount.ts';

/** Where the focus was: the id of the row and its place, and the place among its buttons; -1 for its link. */
type Place = readonly [id: string, row: number, button: number];

const rowsIn = (frame: HTMLElement | null) => [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];

/** The element of a place; in the row that followed, where its own has gone. */
function elementAt(frame: HTMLElement | null, [id, index, button]: Place): HTMLElement | null {
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
  const last = useRef<Place>(['', 0, -1]);
  const before = useRef(opened);
  useLayoutEffect(() => {
    const closed = opened === '' && before.current;
    before.current = opened;
    if (!rows || opened !== '') return;
    if (closed && last.current[0] !== closed) last.current = [closed, 0, -1];
    if (closed) elementAt(frame.current, last.current)?.focus();
    else if (last.current[0]) focusIfLost(elementAt(frame.current, last.current));
  }, [frame, rows, opened]);
  return ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('[data-row]');
    const menu = target.closest('[popover]')?.id;
    const isIt = (each: Element) => (menu ? each.getAttribute('popovertarget') === menu : each === target);
    const button = [...(row?.querySelectorAll('button') ?? [])].findIndex(isIt);
    last.current = [row?.dataset['row'] ?? '', row ? rowsIn(frame.current).indexOf(row) : 0, button];
  };
}
