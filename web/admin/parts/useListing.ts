import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '../../data/admin/page.ts';
import { adminKey } from './useChange.ts';

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
}

interface CountedPage<Row, Counts> extends Page<Row> {
  /** The number of rows by state, where a list counts them. */
  readonly counts?: Counts;
}

/** One page of a list, and how to load it. */
export interface ListQuery<Filter, Row, Counts> {
  readonly name: string;
  /** The search, or an object with it. */
  readonly filter: Filter;
  /** From 1. */
  readonly page: number;
  readonly load: (filter: Filter, page: number, signal: AbortSignal) => Promise<CountedPage<Row, Counts>>;
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
  const { name, filter, page, load, hidden = noIds, ...options } = query;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [adminKey, name, filter, page],
    queryFn: ({ signal }) => load(filter, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    ...options,
  });
  return {
    rows: data?.rows.filter(({ id }) => !hidden.has(id)),
    page: data?.page ?? page,
    total: (data?.total ?? 0) - hidden.size,
    counts: data?.counts,
    error,
    busy: isFetching,
    stale: isPlaceholderData,
    retry: () => void refetch(),
  };
}
