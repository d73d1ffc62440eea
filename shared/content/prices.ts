import type { Price, Route } from './content.ts';

/** The day in Chile at a moment, as `2026-11-22`. */
export function chileanDay(moment: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Santiago', dateStyle: 'short' }).format(
    moment,
  );
}

/**
 * The price of a route that is in force on a day. An expired price is followed by none, not by an earlier one: what the
 * screen shows binds the company.
 */
export function priceEntryOn({ prices }: Route, day: string): Price | null {
  const begun = prices.findLast(({ validFrom }) => validFrom === undefined || validFrom <= day);
  return begun && (begun.validUntil === undefined || day <= begun.validUntil) ? begun : null;
}

/** In pesos; null: the screen asks passengers to inquire. */
export function priceOn(route: Route, day: string): number | null {
  return priceEntryOn(route, day)?.pesos ?? null;
}

/** The lowest price of all routes on a day; null where none is in force. */
export function lowestPriceOn(routes: readonly Route[], day: string): number | null {
  const prices = routes.map((route) => priceOn(route, day)).filter((pesos) => pesos !== null);
  return prices.length === 0 ? null : Math.min(...prices);
}
