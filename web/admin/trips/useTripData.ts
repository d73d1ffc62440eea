import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { tripAgencies } from '../../data/trips/trips.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { adminKey } from '../parts/useChange.ts';

/** Reads something about trips, and again after each change. @param key of the query in the panel */
export function useTripData<Data>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Data>,
  options: Pick<UseQueryOptions<Data>, 'enabled' | 'placeholderData' | 'refetchInterval'> = {},
) {
  return useQuery({ queryKey: [adminKey, ...key], queryFn: ({ signal }) => read(signal), ...options });
}

/** The agencies that have booked lately, for suggestions and for the filter. */
export function useAgencies(): readonly string[] {
  const today = useChileanDay();
  const { data = [] } = useTripData(['trip-agencies', today], (signal) => tripAgencies(today, signal));
  return data;
}
