import { useQuery } from '@tanstack/react-query';
import type { SectionId } from './registry/sections.ts';
import { countsOf } from './today/lines.ts';
import { useCaseLine, useDraftLine, useRightsLine, useToday } from './today/useToday.ts';
import { hasReviews } from '../data/reviews/reviewRecords.ts';
import { hasShifts } from '../data/shifts/shiftRecords.ts';
import { adminKey } from './parts/useChange.ts';

/** How much waits in each section, by the lines of the first one: both say the same number. */
export function useSectionCounts(): Readonly<Partial<Record<SectionId, number>>> {
  const { data } = useToday();
  const lines = [...useCaseLine().lines, ...useRightsLine().lines, ...useDraftLine(), ...(data?.lines ?? [])];
  return countsOf(lines, data?.trips ?? null);
}

/** Whether the company has vehicles or past shifts: without any the panel does not mention shifts. */
export function useHasShifts(): boolean {
  const { data = false } = useQuery({
    queryKey: [adminKey, 'has-shifts'],
    queryFn: ({ signal }) => hasShifts(signal),
  });
  return data;
}

/** Whether the company has ratings: without any there is nothing to report. */
export function useHasReviews(): boolean {
  const { data = false } = useQuery({
    queryKey: [adminKey, 'has-reviews'],
    queryFn: ({ signal }) => hasReviews(signal),
  });
  return data;
}
