import { useQuery } from '@tanstack/react-query';
import { listReleases, loadRelease } from '../../../data/admin/drafts.ts';
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
