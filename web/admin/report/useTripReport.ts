import { useQuery } from '@tanstack/react-query';
import { loadTripReport, type TripFigures } from '../../data/trips/tripReport.ts';
import { adminKey } from '../parts/useChange.ts';

/** The figures of the trips of a period, both days included; undefined until they are known. */
export function useTripReport(since: string, until: string): readonly TripFigures[] | undefined {
  return useQuery({
    queryKey: [adminKey, 'trip-report', since, until],
    queryFn: ({ signal }) => loadTripReport(since, until, signal),
  }).data;
}
