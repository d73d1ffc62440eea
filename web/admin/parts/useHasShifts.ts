import { useQuery } from '@tanstack/react-query';
import { hasReviews } from '../../data/reviews/reviewRecords.ts';
import { hasShifts } from '../../data/shifts/shiftRecords.ts';
import { adminKey } from './useChange.ts';

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
