import { useQuery } from '@tanstack/react-query';
import { chileanDay } from '../../../shared/chile/time.ts';
import { rightsDueBy } from '../../data/tickets/rightsRequests.ts';
import { urgentDays } from '../tickets/daysLeft.ts';
import { adminKey } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';
import type { LineQuery } from './useCaseLine.ts';

const refreshMs = 10 * 60_000;
const shownRows = 5;
const dayMs = 86_400_000;

/** The requests whose deadline is near, for administrators. */
export function useRightsLine(): LineQuery {
  const enabled = useMay('rightsDesk');
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'rights-due'],
    queryFn: ({ signal }) => rightsDueBy(chileanDay(new Date(Date.now() + urgentDays * dayMs)), signal),
    refetchInterval: refreshMs,
    enabled,
  });
  const state = { isUnknown: enabled && !data, error, retry: () => void refetch() };
  if (!data || data.length === 0) return { ...state, lines: [] };
  return { ...state, lines: [{ id: 'rights', count: data.length, rows: data.slice(0, shownRows) }] };
}
