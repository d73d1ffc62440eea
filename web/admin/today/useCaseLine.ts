import { useQuery } from '@tanstack/react-query';
import { chileanDay } from '../../../shared/chile/time.ts';
import type { TodayLine } from '../../data/company/today.ts';
import { readDueCases, type DueCases } from '../../data/tickets/cases.ts';
import { adminKey } from '../parts/useChange.ts';

/** New cases come from outside the panel, so the query polls. */
const refreshMs = 60_000;

interface DueCasesQuery {
  /** Undefined until the first response. */
  readonly data: DueCases | undefined;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** The cases that wait for a reply. All callers share one query. */
export function useDueCases(): DueCasesQuery {
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'cases-due'],
    queryFn: ({ signal }) => readDueCases(chileanDay(new Date()), signal),
    refetchInterval: refreshMs,
  });
  return { data, error, refetch: () => void refetch() };
}

interface CaseLineQuery {
  /** The line of cases that wait for a reply; none while all have one. */
  readonly lines: readonly TodayLine[];
  /** The cases are not known yet. */
  readonly isUnknown: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The line of the cases that wait for a reply, for every role of the office. */
export function useCaseLine(): CaseLineQuery {
  const { data, error, refetch } = useDueCases();
  const state = { isUnknown: !data, error, retry: refetch };
  if (!data || data.count === 0) return { ...state, lines: [] };
  return { ...state, lines: [{ id: 'cases', ...data }] };
}
