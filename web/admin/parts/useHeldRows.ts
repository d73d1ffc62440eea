import { useState } from 'react';

interface Held<Row> {
  readonly row: Row;
  /** Its place on the page. */
  readonly index: number;
}

/** Rows that stay on the screen while they are edited. */
export interface HeldRows<Row> {
  /** The page with the held rows, also those that are no longer part of it. */
  readonly rows: readonly Row[] | undefined;
  readonly isHeld: (row: Row) => boolean;
  readonly hold: (row: Row) => void;
  readonly release: (row: Row) => void;
}

/**
 * Keeps rows under edit on the screen, even when a change made elsewhere takes them off the page.
 * @param place the list and page shown; another one releases all rows
 */
export function useHeldRows<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
  place: string,
): HeldRows<Row> {
  const [held, setHeld] = useState<readonly Held<Row>[]>([]);
  const [heldAt, setHeldAt] = useState(place);
  if (heldAt !== place) {
    setHeldAt(place);
    setHeld([]);
  }
  return {
    rows: rows && withHeld(rows, held),
    isHeld: ({ id }) => held.some(({ row }) => row.id === id),
    hold: (row) => setHeld((all) => [...all, { row, index: rows?.indexOf(row) ?? 0 }]),
    release: ({ id }) => setHeld((all) => all.filter(({ row }) => row.id !== id)),
  };
}

/** The page, with the held rows that are no longer part of it in their old places. */
function withHeld<Row extends { readonly id: string }>(
  rows: readonly Row[],
  held: readonly Held<Row>[],
): readonly Row[] {
  const missing = held.filter(({ row: { id } }) => !rows.some((row) => row.id === id));
  return missing.reduce(
    (shown, { row, index }) => [...shown.slice(0, index), row, ...shown.slice(index)],
    rows,
  );
}
