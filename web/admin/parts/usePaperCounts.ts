import { useQuery } from '@tanstack/react-query';
import { countPapers } from '../../data/fleet/documentAdmin.ts';
import { adminKey } from './useChange.ts';

/** How many papers need somebody, by state; undefined until the first response. */
export function usePaperCounts() {
  return useQuery({
    queryKey: [adminKey, 'paper-counts'],
    queryFn: ({ signal }) => countPapers(signal),
    staleTime: 60_000,
    networkMode: 'always',
  }).data;
}
