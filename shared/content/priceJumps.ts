import type { ContentPath } from './changes.ts';
import type { Content, Price, Route } from './content.ts';
import { priceEntryOn } from './prices.ts';

/** A price that changes so much, or becomes so low, that it may be a slip of the hand. */
export interface PriceJump {
  /** The amount in the later document. */
  readonly path: ContentPath;
  /** In pesos; null where passengers had no price before. */
  readonly before: number | null;
  readonly after: number;
  /** A whole number, negative for a fall; null where there is no price, or none above zero, to compare with. */
  readonly percent: number | null;
  /** A trip for less than 1,000 pesos. */
  readonly isLow: boolean;
}

/** A larger change, up or down, is a jump; exactly this one is not. */
const jumpPercent = 40;
/** A trip for less is a jump, however it came about. */
const lowestUsualPrice = 1_000;

/** Compares in whole numbers: pesos have no decimals, and 40 % of a price need not be a whole peso. */
function isLargeChange(before: number, after: number): boolean {
  return Math.abs(after - before) * 100 > before * jumpPercent;
}

/** Rounded alike up and down; null from zero. */
function percentOf(before: number, after: number): number | null {
  if (before === 0) return null;
  const change = ((after - before) * 100) / before;
  return Math.sign(change) * Math.round(Math.abs(change));
}

function jumpOf(path: ContentPath, before: number | null, after: number): readonly PriceJump[] {
  if (before === after) return [];
  const isLarge = before !== null && isLargeChange(before, after);
  if (!isLarge && after >= lowestUsualPrice) return [];
  const percent = before === null ? null : percentOf(before, after);
  return [{ path, before, after, percent, isLow: after < lowestUsualPrice }];
}

/** The price that passengers read at a moment, or the nearest one: the last before it, else the first to come. */
function lastPriceOn(route: Route, moment: string): Price | undefined {
  const begun = route.prices.findLast(({ validFrom }) => validFrom === undefined || validFrom <= moment);
  return begun ?? route.prices[0];
}

/**
 * Compares by time instead of by place in the list: now and at each beginning to come, with the price that the earlier
 * document has for that moment. A price that no passenger reads any more is left alone.
 */
function routeJumps(before: Route | undefined, after: Route, now: string): readonly PriceJump[] {
  const begins = after.prices.flatMap(({ validFrom }) => (validFrom && validFrom > now ? [validFrom] : []));
  return [now, ...begins].flatMap((moment) => {
    const price = priceEntryOn(after, moment);
    if (!price) return [];
    const earlier = before && lastPriceOn(before, moment);
    const path = ['routes', after.id, 'prices', after.prices.indexOf(price)];
    const { pesos, night } = price;
    const nightBefore = earlier?.night ?? earlier?.pesos ?? null;
    return [
      ...jumpOf([...path, 'pesos'], earlier?.pesos ?? null, pesos),
      ...(night === undefined ? [] : jumpOf([...path, 'night'], nightBefore, night)),
    ];
  });
}

/** Finds a route as it was: one that was removed and added again has another id, and still its name. */
function finderIn(routes: readonly Route[]): (route: Route) => Route | undefined {
  const nameOf = ({ name }: Route) => name.es.trim().toLowerCase();
  const byId = new Map(routes.map((route) => [route.id, route]));
  const byName = new Map(routes.map((route) => [nameOf(route), route]));
  return (route) => byId.get(route.id) ?? byName.get(nameOf(route));
}

/**
 * The prices of a document that differ by more than 40 % from those of an earlier one, and trips that become cheaper than
 * 1,000 pesos. The panel asks about them before it publishes.
 * @param now in Chile, as `2026-11-22T18:30`, or as a day
 */
export function findPriceJumps(before: Content, after: Content, now: string): readonly PriceJump[] {
  const routeBefore = finderIn(before.routes);
  return after.routes.flatMap((route) => routeJumps(routeBefore(route), route, now));
}
