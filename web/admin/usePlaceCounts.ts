import { useQuery } from '@tanstack/react-query';
import type { TodayLineId } from '../data/company/today.ts';
import type { PanelPlace } from './registry/sections.ts';
import { useDueCases, useDraftLine, useToday } from './today/useToday.ts';
import { hasReviews } from '../data/reviews/reviewRecords.ts';
import { hasShifts } from '../data/shifts/shiftRecords.ts';
import { adminKey } from './parts/useChange.ts';

/** The lines of the first section that belong to a place. */
const linesOf: Partial<Record<PanelPlace, readonly TodayLineId[]>> = {
  trips: ['trip_late', 'trip_driver', 'trip_request', 'trip_proposal'],
  drivers: ['waiting', 'photos'],
  documents: ['unverified', 'expired', 'expiring', 'missing'],
  content: ['draft'],
};

/** How much waits in each place, by the lines of the first section: both say the same number. */
export function usePlaceCounts(): Partial<Record<PanelPlace, number>> {
  const lines = [...(useToday().data?.lines ?? []), ...useDraftLine()];
  const cases = useDueCases().data?.count ?? 0;
  const sum = (ids: readonly TodayLineId[]) =>
    lines.filter(({ id }) => ids.includes(id)).reduce((total, { count }) => total + count, 0);
  const counted = Object.entries(linesOf).map(([place, ids]) => [place, sum(ids)] as const);
  return { ...Object.fromEntries(counted), passengers: cases };
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
