import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { Content } from '../../../../shared/content/content.ts';
import { listReleases, loadRelease } from '../../../data/content/drafts.ts';
import { listPictures } from '../../../data/content/pictures.ts';
import { adminKey } from '../../parts/useChange.ts';

/** All releases, newest first. */
export function useReleases() {
  return useQuery({
    queryKey: [adminKey, 'releases'],
    queryFn: ({ signal }) => listReleases(signal),
    staleTime: 10_000,
  });
}

/** The content of a release; none for null. Only the first release is ever replaced, until its first edit. */
export function useReleaseById(id: number | null) {
  return useQuery({
    queryKey: [adminKey, 'release', id],
    queryFn: ({ signal }) => loadRelease(id ?? 0, signal),
    enabled: id !== null,
    staleTime: 10_000,
  });
}

function filesOf({ pictures, company }: Content): readonly string[] {
  return [...pictures.map(({ path }) => path), ...Object.values(company.logo ?? {})];
}

/** Two releases, and the number of pictures of the older that the server has deleted since. */
export interface ComparedReleases {
  readonly newest: Content;
  readonly older: Content;
  readonly missing: number;
}

/** Loads an older release to compare it with the newest. */
export function useComparedReleases(newestId: number, olderId: number) {
  const newest = useReleaseById(newestId);
  const older = useReleaseById(olderId);
  // The server stores the pictures of the newest release.
  const shared = new Set(newest.data && filesOf(newest.data));
  const files = newest.data && older.data ? filesOf(older.data).filter((file) => !shared.has(file)) : [];
  const stored = useQuery({
    queryKey: [adminKey, 'stored-pictures'],
    queryFn: ({ signal }) => listPictures(signal),
    enabled: files.length > 0,
  });
  const listed = new Set(stored.data);
  const isLoaded = newest.data && older.data && (files.length === 0 || stored.data);
  const missing = files.filter((file) => !listed.has(file)).length;
  const data: ComparedReleases | null = isLoaded ? { newest: newest.data, older: older.data, missing } : null;
  return {
    data,
    error: newest.error ?? older.error ?? stored.error,
    retry: () => retryFailed(newest, older, stored),
  };
}

/** Loads again what could not be loaded. */
export function retryFailed(...queries: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[]): void {
  for (const { isError, refetch } of queries) if (isError) void refetch();
}
