import { useQuery } from '@tanstack/react-query';
import { loadToday } from '../../data/company/today.ts';
import { adminKey } from '../parts/useChange.ts';

/** Devices fall silent and documents expire without a change that could be announced. */
const refreshMs = 60_000;

/** The company's day, which the navigation counts, too. */
export function useToday() {
  return useQuery({
    queryKey: [adminKey, 'today'],
    queryFn: ({ signal }) => loadToday(signal),
    refetchInterval: refreshMs,
  });
}
