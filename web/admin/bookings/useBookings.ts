import { chileanDay } from '../../../shared/chile/time.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { useStoredValue } from '../../util/useSignal.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { SectionProps } from '../parts/section.ts';
import {
  noBookings,
  storedBookings,
  withoutExpired,
  writeBookings,
  type BookingList,
  type ListedBooking,
} from './bookingStore.ts';
import { removeFromList } from './mergeBookings.ts';

export interface BookingActs {
  readonly change: (next: (list: BookingList) => BookingList) => void;
  readonly update: (id: string, changes: Partial<Omit<ListedBooking, 'id'>>) => void;
  readonly remove: (id: string) => void;
}

/** The list of an account in this browser, and its changes, which other tabs follow. */
export function useBookings(
  owner: string,
  onDone: SectionProps['onDone'],
): { readonly list: BookingList; readonly acts: BookingActs } {
  const t = useNamespace('bookings');
  const stored = storedBookings(owner);
  const list = withoutExpired(useStoredValue(stored) ?? noBookings, useChileanDay());
  const change = (next: (current: BookingList) => BookingList) => {
    // From the storage: another tab may have written since this one was drawn.
    const current = withoutExpired(stored.read() ?? noBookings, chileanDay(new Date()));
    if (!writeBookings(owner, next(current))) onDone(t.notStored, true);
  };
  const update: BookingActs['update'] = (id, changes) =>
    change(({ bookings, ...others }) => ({
      ...others,
      bookings: bookings.map((each) => (each.id === id ? { ...each, ...changes } : each)),
    }));
  const remove = (id: string) => change((current) => removeFromList(current, id, chileanDay(new Date())));
  return { list, acts: { change, update, remove } };
}
