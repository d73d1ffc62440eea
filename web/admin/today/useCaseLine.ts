import { useQuery } from '@tanstack/react-query';
import { chileanDay } from '../../../shared/chile/time.ts';
import type { TodayLine } from '../../data/company/today.ts';
import { readDueCases } from '../../data/tickets/cases.ts';
import { adminKey } from '../parts/useChange.ts';

/** New cases come from outside the panel, so the query polls. */
const refreshMs = 60_000;

/** The cases that wait for a reply. All callers share one query. */
export function useDueCases() {
  return useQuery({
    queryKey: [adminKey, 'cases-due'],
    queryFn: ({ signal }) => readDueCases(chileanDay(new Date()), signal),
    refetchInterval: refreshMs,
  });
}

/** A line of the day that has a query of its own. */
export interface LineQuery {
  /** None while nothing needs somebody. */
  readonly lines: readonly TodayLine[];
  /** Its rows are not known yet. */
  readonly isUnknown: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The line of the cases that wait for a reply, for every role of the office. */
export function useCaseLine(): LineQuery {
  const { data, error, refetch } = useDueCases();
  const state = { isUnknown: !data, error, retry: () => void refetch() };
  if (!data || data.count === 0) return { ...state, lines: [] };
  return { ...state, lines: [{ id: 'cases', ...data }] };
}
