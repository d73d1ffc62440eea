import type { Content } from '../content/content.ts';
import { priceEntryOn } from '../content/prices.ts';
import type { Booking } from './booking.ts';

type Quoted = Pick<Booking, 'route' | 'date' | 'time'>;

/** Whether the company's night price holds at a time of day; the night may pass midnight. */
function isNight(hours: Content['company']['nightHours'], time: string): boolean {
  if (!hours || hours.from === hours.to) return false;
  const { from, to } = hours;
  return from < to ? from <= time && time < to : from <= time || time < to;
}

/** A price that holds at the moment of a trip, in pesos. */
export interface Quote {
  readonly pesos: number;
  readonly isNight: boolean;
}

/**
 * The price of a booking at its own day and time, by the prices that the release plans for then.
 * @returns null without a route, or where no price is in force then
 */
export function quoteOf({ routes, company }: Content, { route: id, date, time }: Quoted): Quote | null {
  const route = routes.find((each) => each.id === id);
  const price = route && date && time ? priceEntryOn(route, `${date}T${time}`) : null;
  if (!price) return null;
  const atNight = price.night !== undefined && isNight(company.nightHours, time);
  return { pesos: atNight ? price.night! : price.pesos, isNight: atNight };
}
