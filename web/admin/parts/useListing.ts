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
  /** Something is being loaded. */
  readonly busy: boolean;
  /** `rows` belong to the page or the search before. */
  readonly stale: boolean;
  readonly retry: () => void;
}

/**
 * Loads one page of a list and keeps the page before on the screen meanwhile.
 * @param hidden the ids of rows that are being deleted
 */
export function useListing<Row extends { readonly id: string }>(
  name: string,
  search: string,
  page: number,
  load: (search: string, page: number, signal: AbortSignal) => Promise<Page<Row>>,
  hidden: ReadonlySet<string> = new Set(),
): Listing<Row> {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [adminKey, name, search, page],
    queryFn: ({ signal }) => load(search, page, signal),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    // Without a connection it fails and shows that, instead of waiting silently.
    networkMode: 'always',
  });
  return {
    rows: data?.rows.filter(({ id }) => !hidden.has(id)),
    page: data?.page ?? page,
    total: (data?.total ?? 0) - hidden.size,
    error,
    busy: isFetching,
    stale: isPlaceholderData,
    retry: () => void refetch(),
  };
}
