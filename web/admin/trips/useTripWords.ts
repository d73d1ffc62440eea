import { formatPesos } from '../../../shared/content/pesos.ts';
import { isLanguage } from '../../../shared/languages.ts';
import type { TripRecord, TripPerson, Trip } from '../../data/trips/trips.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';

export type TripField = keyof (TripRecord & TripPerson);
type TripLoad = Pick<Trip, 'people' | 'bags' | 'child_ages' | 'wheelchair'>;
type TripWay = Pick<Trip, 'direction' | 'route' | 'from_text' | 'to_text'>;

/** The names of the release's routes in Spanish, by their ids. */
function useRouteNames(): (id: string | null) => string | null {
  const { routes } = useContent();
  return (id) => routes.find((route) => route.id === id)?.name.es ?? id;
}

/** The way of a trip: the address, else the name of the route, and the airport at its end. */
function wayOf(
  { direction, route, from_text: from, to_text: to }: TripWay,
  nameOf: (id: string | null) => string | null,
  t: ReturnType<typeof useNamespace<'trips'>>,
): string {
  if (direction === 'from') return t.fromAirport(to ?? nameOf(route) ?? t.noPlace);
  if (direction === 'to') return t.toAirport(from ?? nameOf(route) ?? t.noPlace);
  if (!from && !to) return nameOf(route) ?? t.noPlace;
  return `${from ?? t.noPlace} → ${to ?? t.noPlace}`;
}

/** A trip in words of the panel. */
export function useTripWords() {
  const t = useNamespace('trips');
  const { count, plainDate, plainDay } = useFormat();
  const nameOf = useRouteNames();
  const price = (pesos: number | null) => (pesos === null ? t.inquire : formatPesos(pesos));
  return {
    price,
    route: nameOf,
    /** Price, and how it is paid. */
    payment: ({ pesos, payment }: Pick<Trip, 'pesos' | 'payment'>) =>
      [price(pesos), payment && t.payments[payment]].filter(Boolean).join(' · '),
    name: ({ name, is_forgotten: isForgotten }: Pick<Trip, 'name' | 'is_forgotten'>) =>
      isForgotten ? t.forgotten : (name ?? t.nameless),
    way: (trip: TripWay) => wayOf(trip, nameOf, t),
    load: ({ people, bags, child_ages: ages, wheelchair }: TripLoad) =>
      [
        t.peopleCount(people, count(people)),
        bags > 0 && t.bagCount(bags, count(bags)),
        ages.length > 0 && t.seatsFor(ages.map(count).join(', ')),
        wheelchair && t.wheelchair,
      ]
        .filter(Boolean)
        .join(' · '),
    /** Both days of a trip at night, which people call by the one and by the other; null by day. */
    night: ({ day, other_day: other }: Pick<Trip, 'day' | 'other_day'>): string | null => {
      if (day === null || other === null) return null;
      const [first, last] = day < other ? [day, other] : [other, day];
      return t.night(plainDate(first), plainDate(last));
    },
    /** The value of a field for people; a dash for none. */
    value: (field: TripField, value: unknown): string => {
      if (value === null || value === undefined || value === '') return '—';
      if (typeof value === 'boolean') return value ? t.yes : t.no;
      if (Array.isArray(value)) return value.join(', ') || '—';
      const text = String(value as string | number);
      if (field === 'day' || field === 'landing_day') return plainDay(text);
      if (field === 'clock' || field === 'landing_clock') return text.slice(0, 5);
      if (field === 'pesos') return price(Number(value));
      if (field === 'route') return nameOf(text) ?? text;
      if (field === 'direction') return t.directions[text as Trip['direction']];
      if (field === 'payment') return t.payments[text as NonNullable<Trip['payment']>];
      if (field === 'language' && isLanguage(text)) return languageNames[text];
      return text;
    },
  };
}
