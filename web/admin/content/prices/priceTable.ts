import type { Price, Route } from '../../../../shared/content/content.ts';
import { dayOfMoment, priceEntryOn } from '../../../../shared/content/prices.ts';
import { dayAfter } from '../../../util/time/month.ts';
import { isSame } from '../model/same.ts';

/** `over`: expired, or replaced by a later price. */
export type PriceState = 'current' | 'planned' | 'over';

/** Whether a price is in force at a moment, is planned, or is over. */
export function priceState(route: Route, price: Price, now: string): PriceState {
  if (priceEntryOn(route, now) === price) return 'current';
  return price.validFrom !== undefined && price.validFrom > now ? 'planned' : 'over';
}

/**
 * Whether passengers read a price as the draft has it: one in force by its amounts, a planned one as a whole.
 * @param published the route in the newest release
 */
export function isPublished(
  price: Price,
  state: PriceState,
  published: Route | undefined,
  now: string,
): boolean {
  if (state !== 'current') return published?.prices.some((each) => isSame(each, price)) ?? false;
  const ruling = published && priceEntryOn(published, now);
  return ruling?.pesos === price.pesos && ruling.night === price.night;
}

/** The beginning or end of a price with another day or time; without a day there is none. Only an end may be at 00:00. */
export function movedTo(
  moment: string | undefined,
  change: { day?: string; time?: string },
  isEnd = false,
): string | undefined {
  const [day = '', time = ''] = moment?.split('T') ?? [];
  const next = { day, time, ...change };
  if (next.day === '') return undefined;
  return next.time === '' || (next.time === '00:00' && !isEnd) ? next.day : `${next.day}T${next.time}`;
}

/** A further price, as the last one, from tomorrow or from the day after the last one begins. */
export function planChange(route: Route, now: string): Route {
  const last = route.prices.at(-1);
  if (!last) return { ...route, prices: [{ pesos: 0 }] };
  const { validUntil: _, ...price } = last;
  const begins = last.validFrom !== undefined && last.validFrom > now ? last.validFrom : now;
  return { ...route, prices: [...route.prices, { ...price, validFrom: dayAfter(dayOfMoment(begins), 1) }] };
}

export interface Raise {
  /** Negative lowers. */
  readonly percent: number;
  /** Pesos of which new prices are multiples. */
  readonly rounding: number;
  /** The first day or minute of the new prices; null changes those in force at once. */
  readonly from: string | null;
}

const maxPesos = 10_000_000;

/** A price raised by a percentage, rounded, and held between 0 and the largest price. */
export function raise(pesos: number, { percent, rounding }: Raise): number {
  const raised = Math.round((pesos * (100 + percent)) / 100 / rounding) * rounding;
  return Math.min(maxPesos, Math.max(0, raised));
}

function raisePrice(price: Price, by: Raise): Price {
  return {
    ...price,
    pesos: raise(price.pesos, by),
    ...(price.night !== undefined && { night: raise(price.night, by) }),
  };
}

/** Raises the prices from a moment on: a price in force then is followed by the new one, planned ones are raised too. */
function raiseRoute(route: Route, by: Raise, now: string): Route {
  const from = by.from ?? now;
  const current = priceEntryOn(route, from);
  const prices = route.prices.flatMap((price) => {
    const isLater = price.validFrom !== undefined && price.validFrom > from;
    if (isLater) return [raisePrice(price, by)];
    if (price !== current) return [price];
    if (by.from === null || price.validFrom === from) return [raisePrice(price, by)];
    return [price, raisePrice({ ...price, validFrom: from }, by)];
  });
  return { ...route, prices };
}

/** Raises the prices of all routes. */
export function raiseAll(routes: readonly Route[], by: Raise, now: string): readonly Route[] {
  return routes.map((route) => raiseRoute(route, by, now));
}
