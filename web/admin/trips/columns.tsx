import type { Trip } from '../../data/trips/trips.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { Column } from '../parts/list/List.tsx';

/** The columns of the trips. */
export function useTripColumns(): readonly Column<Trip>[] {
  const t = useNamespace('trips');
  return [{ id: 'when', label: t.when, sort: 'day', cell: ({ clock }) => clock, onCard: 'title' }];
}
