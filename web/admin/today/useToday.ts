import { useQuery, keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { chileanDay } from '../../../shared/chile/time.ts';
import { describeChanges } from '../../../shared/content/changes.ts';
import {
  loadToday,
  readDueCases,
  rightsDueBy,
  type TodayDraft,
  type TodayLine,
} from '../../data/company/today.ts';
import { adminKey } from '../parts/useChange.ts';
import { urgentDays } from '../tickets/daysLeft.ts';
import { useMay } from '../parts/useMay.ts';
import { loadDraft, loadRelease } from '../../data/content/drafts.ts';

/** Devices fall silent, documents expire and cases come from outside without a change that could be announced. */
export const refreshMs = 60_000;

/** The company's day, which the navigation counts, too. */
export function useToday() {
  return useQuery({
    queryKey: [adminKey, 'today'],
    queryFn: ({ signal }) => loadToday(signal),
    refetchInterval: refreshMs,
  });
}

/** A line of the day that has a query of its own; none while nothing needs somebody. */
function lineQuery<Data>({ data, error, refetch }: UseQueryResult<Data>, lineOf: (data: Data) => TodayLine) {
  const lines = data === undefined ? [] : [lineOf(data)];
  return {
    lines: lines.filter(({ count }) => count > 0),
    /** Its rows are not known yet. */
    isUnknown: data === undefined,
    error,
    retry: () => void refetch(),
  };
}

/** The line of the cases that wait for a reply, for every role of the office. All callers share one query. */
export function useCaseLine() {
  const query = useQuery({
    queryKey: [adminKey, 'cases-due'],
    queryFn: ({ signal }) => readDueCases(chileanDay(new Date()), signal),
    refetchInterval: refreshMs,
  });
  return lineQuery(query, (due) => ({ id: 'cases', ...due }));
}

const deadlineRefreshMs = 10 * 60_000;
const shownRows = 5;
const dayMs = 86_400_000;

/** The requests whose deadline is near, for administrators. */
export function useRightsLine() {
  const enabled = useMay('rightsDesk');
  const query = useQuery({
    queryKey: [adminKey, 'rights-due'],
    queryFn: ({ signal }) => rightsDueBy(chileanDay(new Date(Date.now() + urgentDays * dayMs)), signal),
    refetchInterval: deadlineRefreshMs,
    enabled,
  });
  const line = lineQuery(query, (due) => ({
    id: 'rights',
    count: due.length,
    rows: due.slice(0, shownRows),
  }));
  return { ...line, isUnknown: enabled && line.isUnknown };
}

async function countChanges({ release }: TodayDraft, signal: AbortSignal): Promise<number> {
  const [published, { content }] = await Promise.all([loadRelease(release, signal), loadDraft()]);
  return describeChanges(published, content).length;
}

/** The changes that are saved and not published, counted as the list from which they are published counts them. */
export function useDraftLine(): readonly TodayLine[] {
  const draft = useToday().data?.draft;
  const { data: count = 0 } = useQuery({
    // Two versions always differ by the same changes: no reload of the panel loads both documents again.
    queryKey: ['unpublished', draft?.version, draft?.release],
    queryFn: ({ signal }) => (draft ? countChanges(draft, signal) : 0),
    enabled: Boolean(draft),
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
  return draft && count > 0 ? [{ id: 'draft', count, rows: [draft] }] : [];
}
