import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { describeChanges } from '../../../shared/content/changes.ts';
import { loadDraft, loadRelease } from '../../data/content/drafts.ts';
import type { TodayDraft, TodayLine } from '../../data/company/today.ts';
import { useToday } from './useToday.ts';

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
