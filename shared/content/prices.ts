import type { Price, Route } from './content.ts';

/** The day of a moment of the content, which is a day or a minute. */
export function dayOfMoment(moment: string): string {
  return moment.slice(0, 10);
}

/** A day begins with its first minute. */
function firstMinute(moment: string): string {
  return moment.padEnd('2026-11-22T18:30'.length, 'T00:00');
}

/** Whether an end has come at a moment: a day ends with its last minute, a minute when it begins. */
export function isOver(end: string, moment: string): boolean {
  return end === dayOfMoment(end) ? dayOfMoment(moment) > end : firstMinute(moment) >= end;
}

/**
 * The price of a route that is in force at a moment: `2026-11-22T18:30`, or a day for its beginning. An expired price is
 * followed by none, not by an earlier one: what the screen shows binds the company.
 */
export function priceEntryOn({ prices }: Route, moment: string): Price | null {
  // A day compares as its first minute would: it is the beginning of every text that has a time.
  const begun = prices.findLast(({ validFrom }) => validFrom === undefined || validFrom <= moment);
  return begun && (begun.validUntil === undefined || !isOver(begun.validUntil, moment)) ? begun : null;
}

/** In pesos; null: the screen asks passengers to inquire. */
export function priceOn(route: Route, moment: string): number | null {
  return priceEntryOn(route, moment)?.pesos ?? null;
}

/** The lowest price of all routes at a moment; null where none is in force. */
export function lowestPriceOn(routes: readonly Route[], moment: string): number | null {
  const prices = routes.map((route) => priceOn(route, moment)).filter((pesos) => pesos !== null);
  return prices.length === 0 ? null : Math.min(...prices);
}
