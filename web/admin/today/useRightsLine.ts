import { useQuery } from '@tanstack/react-query';
import { chileanDay } from '../../../shared/content/prices.ts';
import { rightsDueBy } from '../../data/admin/rightsRequests.ts';
import type { TodayLine } from '../../data/admin/today.ts';
import { daysLeft } from '../conversation/daysLeft.ts';
import { urgentDays } from '../conversation/urgentDays.ts';
import { adminKey } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';

const refreshMs = 10 * 60_000;
const shownRows = 5;
const dayMs = 86_400_000;

/** The line of requests whose deadline is near, for administrators; none on most days. */
export function useRightsLine(): readonly TodayLine[] {
  const enabled = useMay('rightsDesk');
  const { data } = useQuery({
    queryKey: [adminKey, 'rights-due'],
    queryFn: ({ signal }) => rightsDueBy(chileanDay(new Date(Date.now() + urgentDays * dayMs)), signal),
    refetchInterval: refreshMs,
    enabled,
  });
  if (!data || data.length === 0) return [];
  const rows = data
    .slice(0, shownRows)
    .map(({ id, number, kind, due_on: due }) => ({ id, number, kind, days: daysLeft(due) }));
  return [{ id: 'rights', count: data.length, rows }];
}
