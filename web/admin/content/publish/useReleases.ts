import { useQuery, type UseQueryResult } from '@tanstack/react-query';
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

/** The newest release: what passengers read. */
export function usePublished() {
  const releases = useReleases();
  const newest = useReleaseById(releases.data?.[0]?.id ?? null);
  return {
    data: newest.data,
    /** Only the installation's own release is published so far. */
    isFirst: releases.data?.length === 1,
    error: releases.error ?? newest.error,
    retry: () => retryFailed(releases, newest),
  };
}

/** Loads an older release, and counts its pictures that the server has deleted since. */
export function useOlderRelease(id: number) {
  const { data: content, ...release } = useReleaseById(id);
  const pictures = content?.pictures.map(({ path }) => path) ?? [];
  const files = [...pictures, ...Object.values(content?.company.logo ?? {})];
  const stored = useQuery({
    queryKey: [adminKey, 'stored-pictures'],
    queryFn: ({ signal }) => listPictures(signal),
    enabled: files.length > 0,
  });
  const listed = new Set(stored.data);
  const isLoaded = content && (files.length === 0 || stored.data);
  return {
    data: isLoaded ? { content, missing: files.filter((file) => !listed.has(file)).length } : null,
    error: release.error ?? stored.error,
    retry: () => retryFailed(release, stored),
  };
}

/** Loads again what could not be loaded. */
export function retryFailed(...queries: readonly Pick<UseQueryResult, 'isError' | 'refetch'>[]): void {
  for (const { isError, refetch } of queries) if (isError) void refetch();
}
