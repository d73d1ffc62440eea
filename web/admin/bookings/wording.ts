import type { Booking } from '../../../shared/booking/booking.ts';
import type { Route } from '../../../shared/content/content.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';

/** The place besides the airport: the Spanish name of the route, and the address. */
export function placeName({ route, address }: Booking, routes: readonly Route[]): string {
  const name = routes.find(({ id }) => id === route)?.name.es ?? route;
  return [name, address].filter(Boolean).join(', ');
}

/** A booking in words of the panel. */
export function useBookingWords(routes: readonly Route[]) {
  const t = useNamespace('bookings');
  const { count } = useFormat();
  return {
    trip: (booking: Booking) => t.trips[booking.direction](placeName(booking, routes)),
    name: (booking: Booking) => booking.name || t.nameless,
    load: ({ people, bags, childAges, wheelchair }: Booking) =>
      [
        t.peopleCount(people, count(people)),
        t.bagCount(bags, count(bags)),
        childAges.length > 0 && t.seatsFor(childAges.map(count).join(', ')),
        wheelchair && t.wheelchair.toLowerCase(),
      ]
        .filter(Boolean)
        .join(' · '),
    price: (pesos: number | null) => (pesos === null ? t.inquire : formatPesos(pesos)),
  };
}
