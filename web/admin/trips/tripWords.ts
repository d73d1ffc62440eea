import type { Route } from '../../../shared/content/content.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { isLanguage } from '../../../shared/languages.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import type { Trip } from '../../data/trips/trips.ts';
import type { trips } from '../../i18n/es/fleet/trips.ts';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace, useNamespaceIn } from '../../i18n/namespaces.ts';
import { formatIn, useFormat } from '../parts/useFormat.ts';
import type { TripStart } from './tripValues.ts';

/** The parts that there are, in one text. */
export function joined(parts: readonly (string | 0 | null | undefined | false)[], separator = ' · '): string {
  return parts.filter(Boolean).join(separator);
}

/** Writes about trips in a language. @param routes whose names it knows, in Spanish */
export function tripWriter(t: typeof trips, routes: readonly Route[]) {
  const place = (id: string | null) => routes.find((each) => each.id === id)?.name.es;
  const route = (id: string | null) => place(id) ?? id;
  const night = ({ day, other_day: other }: Trip, dayText: (day: string) => string): string | null => {
    if (day === null || other === null) return null;
    const [first, last] = day < other ? [day, other] : [other, day];
    return t.night(dayText(first), dayText(last));
  };
  return {
    t,
    /** The name of a route; undefined where the release has it no longer. */
    place,
    /** The same, or else its id. */
    route,
    /** Both days of a trip at night, which people call by the one and by the other; null by day. */
    night,
    /**
     * The way of a trip: «Aeropuerto → Las Condes, Hotel Plaza».
     * @param isShort the address without the name of its route
     */
    way(trip: Pick<Trip, 'direction' | 'route' | 'from_text' | 'to_text'>, isShort = false): string {
      const { direction, from_text: from, to_text: to } = trip;
      const name = route(trip.route);
      const isOther = direction === 'other';
      if (isOther && !from && !to) return name ?? t.noPlace;
      const placeOf = (text: string | null) =>
        joined([!isOther && !(isShort && text) && name, text], ', ') || t.noPlace;
      return `${direction === 'from' ? t.airport : placeOf(from)} → ${direction === 'to' ? t.airport : placeOf(to)}`;
    },
    /** The time of a trip as drivers read it, in Spanish: at night with both days. */
    when(trip: Trip): string {
      const { day, clock } = trip;
      if (day === null || clock === null) return t.texts.withoutDay;
      const { plainLongWeekday } = formatIn('es');
      const both = night(trip, plainLongWeekday);
      return both ? `${clock}, ${both}` : `${plainLongWeekday(day)}, ${clock}`;
    },
    /** People, bags, child seats and a wheelchair, in words. */
    load: ({ people, bags, child_ages: ages, wheelchair }: Trip): string =>
      joined([
        t.peopleCount(people, `${people}`),
        bags > 0 && t.bagCount(bags, `${bags}`),
        ages.length > 0 && t.seatsFor(ages.join(', ')),
        wheelchair && t.wheelchair,
      ]),
    /** The flight, and when it lands where somebody knows it. */
    flight({ flight, landing_clock: landing }: Trip): string {
      if (flight === null) return '';
      return landing === null ? t.texts.flight(flight) : t.texts.landing(flight, landing);
    },
    /** The price, in words for one that nobody has set. */
    price: (pesos: number | null): string => (pesos === null ? t.inquire : formatPesos(pesos)),
  };
}

export type TripWriter = ReturnType<typeof tripWriter>;

/** Writes as drivers and receipts read it, whatever the language of the panel. */
export function useSpanishWriter(): TripWriter {
  return tripWriter(useNamespaceIn('trips', 'es'), useContent().routes);
}

/** A trip in words of the panel. */
export function useTripWords() {
  const t = useNamespace('trips');
  const { plainDate, plainDay } = useFormat();
  const writer = tripWriter(t, useContent().routes);
  return {
    ...writer,
    way: (trip: Parameters<TripWriter['way']>[0]) => writer.way(trip, true),
    night: (trip: Trip) => writer.night(trip, plainDate),
    /** Price, and how it is paid. */
    payment: ({ pesos, payment }: Trip) => joined([writer.price(pesos), payment && t.payments[payment]]),
    name: ({ name, is_forgotten: isForgotten }: Pick<Trip, 'name' | 'is_forgotten'>) =>
      isForgotten ? t.forgotten : (name ?? t.nameless),
    /** The value of a field for people; a dash for none. */
    value: (field: keyof TripStart, value: unknown): string => {
      if (value === null || value === undefined || value === '') return '—';
      if (typeof value === 'boolean') return value ? t.yes : t.no;
      if (Array.isArray(value)) return value.join(', ') || '—';
      const text = String(value as string | number);
      if (field === 'day' || field === 'landing_day') return plainDay(text);
      if (field === 'clock' || field === 'landing_clock') return text.slice(0, 5);
      if (field === 'pesos') return writer.price(Number(value));
      if (field === 'route') return writer.route(text) ?? text;
      if (field === 'direction') return t.directions[text as Trip['direction']];
      if (field === 'payment') return t.payments[text as NonNullable<Trip['payment']>];
      if (field === 'language' && isLanguage(text)) return languageNames[text];
      return text;
    },
  };
}
