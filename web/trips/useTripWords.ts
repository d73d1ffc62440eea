import { formatPesos } from '../../shared/content/pesos.ts';
import { useContent } from '../content/ContentProvider.tsx';
import type { OwnTrip } from '../data/trips/ownTrips.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useSay } from '../i18n/Text.tsx';

const given = (parts: readonly (string | null | false)[]): string =>
  parts.filter((part) => part !== null && part !== false && part !== '').join(', ');

/** The kinds of changes that a driver accepts again, by the fields behind them. */
const kinds = {
  time: ['day', 'clock', 'second_hour', 'landing_day', 'landing_clock', 'buffer_minutes'],
  place: ['direction', 'route', 'from_text', 'to_text'],
  people: ['people'],
  price: ['pesos'],
} as const;

/** A length of time in words, in whole minutes, on one line. */
export function useLength(): (seconds: number) => string {
  const t = useNamespace('ownTrips');
  const whole = new Intl.NumberFormat(localeOf(useLanguage().language));
  return (seconds) => {
    const minutes = Math.max(0, Math.ceil(seconds / 60));
    const [hours, rest] = [Math.floor(minutes / 60), whole.format(minutes % 60)];
    return (hours === 0 ? t.minutes(rest) : t.hours(whole.format(hours), rest)).replaceAll(' ', '\u00a0');
  };
}

/** The words about a trip for its driver. */
export function useOwnTripWords() {
  const t = useNamespace('ownTrips');
  const say = useSay();
  const { routes } = useContent();
  const locale = localeOf(useLanguage().language);
  const whole = new Intl.NumberFormat(locale);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  const dayOf = (day: string) => weekday.format(new Date(`${day}T00:00:00Z`));
  const placeOf = ({ direction, route }: OwnTrip, text: string | null) => {
    const name = direction === 'other' ? undefined : routes.find(({ id }) => id === route)?.name;
    return given([name ? say(name) : null, text]);
  };
  return {
    /** The day, at night both days: people call the night by the one and by the other. */
    day: ({ day, other_day: other }: OwnTrip) => {
      if (other === null) return dayOf(day);
      const [first, second] = other < day ? [other, day] : [day, other];
      return t.night(dayOf(first), dayOf(second));
    },
    from: (trip: OwnTrip) => (trip.direction === 'from' ? t.airport : placeOf(trip, trip.from_text)),
    to: (trip: OwnTrip) => (trip.direction === 'to' ? t.airport : placeOf(trip, trip.to_text)),
    load: ({ people, bags, child_ages: ages, wheelchair }: OwnTrip) =>
      given([
        t.people(people, whole.format(people)),
        bags > 0 && t.bags(bags, whole.format(bags)),
        ages.length > 0 && t.childSeats(ages.join(', ')),
        wheelchair && t.wheelchair,
      ]),
    flight: ({ flight, landing_clock: landing }: OwnTrip) => {
      if (flight === null) return '';
      return landing === null ? t.flight(flight) : t.landing(flight, landing);
    },
    price: ({ pesos, payment }: OwnTrip) =>
      given([pesos === null ? t.noPrice : formatPesos(pesos), payment && t.payments[payment]]),
    changes: ({ changed }: OwnTrip) =>
      Object.entries(kinds)
        .filter(([, fields]) => fields.some((field) => changed.includes(field)))
        .map(([kind]) => t.changedFields[kind as keyof typeof kinds])
        .join(', '),
  };
}
