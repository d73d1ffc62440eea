import { isLanguage } from '../../../shared/languages.ts';
import type { TripRecord, TripPerson, Trip } from '../../data/trips/trips.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';
import { joined, loadOf, nightOf, priceOf, routeName, wayOf } from './tripWords.ts';

export type TripField = keyof (TripRecord & TripPerson);

/** A trip in words of the panel. */
export function useTripWords() {
  const t = useNamespace('trips');
  const { plainDate, plainDay } = useFormat();
  const { routes } = useContent();
  const writer = { t, routes };
  return {
    route: (id: string | null) => routeName(id, routes),
    /** Price, and how it is paid. */
    payment: ({ pesos, payment }: Pick<Trip, 'pesos' | 'payment'>) =>
      joined([priceOf(pesos, writer), payment && t.payments[payment]]),
    name: ({ name, is_forgotten: isForgotten }: Pick<Trip, 'name' | 'is_forgotten'>) =>
      isForgotten ? t.forgotten : (name ?? t.nameless),
    way: (trip: Parameters<typeof wayOf>[0]) => wayOf(trip, writer, true),
    load: (trip: Parameters<typeof loadOf>[0]) => loadOf(trip, writer),
    night: (trip: Parameters<typeof nightOf>[0]) => nightOf(trip, writer, plainDate),
    /** The value of a field for people; a dash for none. */
    value: (field: TripField, value: unknown): string => {
      if (value === null || value === undefined || value === '') return '—';
      if (typeof value === 'boolean') return value ? t.yes : t.no;
      if (Array.isArray(value)) return value.join(', ') || '—';
      const text = String(value as string | number);
      if (field === 'day' || field === 'landing_day') return plainDay(text);
      if (field === 'clock' || field === 'landing_clock') return text.slice(0, 5);
      if (field === 'pesos') return priceOf(Number(value), writer);
      if (field === 'route') return routeName(text, routes) ?? text;
      if (field === 'direction') return t.directions[text as Trip['direction']];
      if (field === 'payment') return t.payments[text as NonNullable<Trip['payment']>];
      if (field === 'language' && isLanguage(text)) return languageNames[text];
      return text;
    },
  };
}
