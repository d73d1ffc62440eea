import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readParts, type Page, type WantedPage } from '../../../data/list/page.ts';
import type { RowParts } from '../files/exportFile.ts';
import { adminKey } from '../useChange.ts';

/** A page of a list, as `ListFrame` shows it. */
export interface Listing<Row> {
  /** Undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  /** The page of `rows`, from 1. */
  readonly page: number;
  readonly total: number;
  readonly error: Error | null;
  readonly busy: boolean;
  /** `rows` belong to the page or the search before. */
  readonly stale: boolean;
  readonly retry: () => void;
  /** Reads every row that the filter shows, a part at a time. */
  readonly readAll: (signal: AbortSignal) => RowParts<Row>;
}

interface CountedPage<Row, Counts> extends Page<Row> {
  /** The number of rows by state, where a list counts them. */
  readonly counts?: Counts;
}

export interface ListQuery<Filter, Row, Counts> {
  readonly name: string;
  /** The search, or an object with it. */
  readonly filter: Filter;
  /** From 1. */
  readonly page: number;
  readonly load: (filter: Filter, page: WantedPage, signal: AbortSignal) => Promise<CountedPage<Row, Counts>>;
  /** The most rows that the server gives at once. */
  readonly rowsPerPart?: number;
  /** The ids of rows that are being deleted. */
  readonly hidden?: ReadonlySet<string>;
  /** False while the filter is not known. */
  readonly enabled?: boolean;
  readonly refetchInterval?: number;
}

const noIds: ReadonlySet<string> = new Set();

/** Loads one page of a list and keeps the page before on the screen meanwhile. */
export function useListing<Filter, Row extends { readonly id: string }, Counts>(
  query: ListQuery<Filter, Row, Counts>,
): Listing<Row> & { readonly counts: Counts | undefined } {
  const { name, filter, page, load, rowsPerPart = 1_000, hidden = noIds, ...options } = query;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [adminKey, name, filter, page],
    queryFn: ({ signal }) => load(filter, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    ...options,
  });
  const rows = data?.rows.filter(({ id }) => !hidden.has(id));
  return {
    rows,
    page: data?.page ?? page,
    total: data && rows ? data.total - data.rows.length + rows.length : 0,
    counts: data?.counts,
    error,
    busy: isFetching,
    stale: isPlaceholderData,
    retry: () => void refetch(),
    readAll: (signal) => readParts(rowsPerPart, (part) => load(filter, part, signal)),
  };
}

interface Held<Row> {
  readonly row: Row;
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
 * @param place the list and page shown; another one releases the rows that it does not have
 */
export function useHeldRows<Row extends { readonly id: string }>(
  { rows, stale }: Pick<Listing<Row>, 'rows' | 'stale'>,
  place: string,
): HeldRows<Row> {
  const [held, setHeld] = useState<readonly Held<Row>[]>([]);
  const [heldAt, setHeldAt] = useState(place);
  // A search that was typed applies after a pause: a row pressed meanwhile stays under edit if it is found.
  if (heldAt !== place && !stale) {
    setHeldAt(place);
    setHeld(held.filter(({ row: { id } }) => rows?.some((row) => row.id === id)));
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
