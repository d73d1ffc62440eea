import { useQuery } from '@tanstack/react-query';
import { tripAgencies } from '../../data/trips/trips.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { adminKey } from '../parts/useChange.ts';

/** Reads something about a trip. @param name of the query, before the id of the trip */
export function useTripData<Data>(
  name: string,
  { id }: { readonly id: string },
  read: (id: string, signal: AbortSignal) => Promise<Data>,
) {
  return useQuery({ queryKey: [adminKey, name, id], queryFn: ({ signal }) => read(id, signal) });
}

/** The agencies that have booked lately, for suggestions and for the filter. */
export function useAgencies(): readonly string[] {
  const today = useChileanDay();
  const { data = [] } = useQuery({
    queryKey: [adminKey, 'trip-agencies', today],
    queryFn: ({ signal }) => tripAgencies(today, signal),
  });
  return data;
}
