import { useState } from 'react';

/** The rows of a page that were ticked, for an act on all of them. */
export interface Selection<Row> {
  readonly chosen: readonly Row[];
  readonly has: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
  /** Every row of the page is ticked. */
  readonly isWhole: boolean;
  readonly setAll: (ticked: boolean) => void;
  /** Ticks these rows and no others. */
  readonly set: (rows: readonly Row[]) => void;
}

const noIds: ReadonlySet<string> = new Set();

/** Ticks rows of the page. A row that leaves the page leaves the selection with it. */
export function useSelection<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
): Selection<Row> {
  const [ids, setIds] = useState(noIds);
  const has = ({ id }: Row) => ids.has(id);
  const chosen = rows?.filter(has) ?? [];
  return {
    chosen,
    has,
    toggle: ({ id }) =>
      setIds((before) =>
        before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
      ),
    isWhole: rows !== undefined && rows.length > 0 && chosen.length === rows.length,
    set: (some) => setIds(new Set(some.map(({ id }) => id))),
    setAll: (ticked) => setIds(ticked ? new Set(rows?.map(({ id }) => id)) : noIds),
  };
}
