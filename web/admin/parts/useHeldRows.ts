import { useCallback, useState } from 'react';

interface Held<Row> {
  readonly row: Row;
  /** Where on the page it was. */
  readonly index: number;
}

export interface HeldRows<Row> {
  /** The page with the held rows that are no longer part of it, each where it was. */
  readonly rows: readonly Row[] | undefined;
  /** Holds a row on the screen. @returns lets it go */
  readonly hold: (row: Row, index: number) => () => void;
}

/**
 * Rows that somebody is at work on stay on the screen, also when a change made elsewhere takes them off the page.
 * @param place which list and page is shown; another one lets all rows go
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
  const hold = useCallback((row: Row, index: number) => {
    setHeld((all) => [...all, { row, index }]);
    return () => setHeld((all) => all.filter((each) => each.row.id !== row.id));
  }, []);
  return { rows: rows && withHeld(rows, held), hold };
}

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
