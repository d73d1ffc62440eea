import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Content, Price } from './content.ts';
import { findPriceJumps, type PriceJump } from './priceJumps.ts';
import { readFirstRelease } from '../testing/content.ts';

const first = readFirstRelease();
const today = '2026-11-24';

/** The first release with these prices of the route to Vitacura, which are 25,000 pesos in it. */
function withPrices(...prices: readonly Price[]): Content {
  return {
    ...first,
    routes: first.routes.map((route) => (route.id === 'vitacura' ? { ...route, prices } : route)),
  };
}

const jump = (
  amount: string,
  before: number | null,
  after: number,
  percent: number | null,
  id = 'vitacura',
): PriceJump => ({
  path: ['routes', id, 'prices', ...amount.split('.').map((step) => (/\d/.test(step) ? +step : step))],
  before,
  after,
  percent,
  isLow: after < 1_000,
});

test('a document has no jumps against itself', () => {
  expect(findPriceJumps(first, structuredClone(first), today)).toEqual([]);
});

test('$25.000 that becomes $2.600 by a slip falls by 90 %', () => {
  expect(findPriceJumps(first, withPrices({ pesos: 2_600 }), today)).toEqual([
    jump('0.pesos', 25_000, 2_600, -90),
  ]);
});

test('a zero too many rises by 900 %', () => {
  expect(findPriceJumps(first, withPrices({ pesos: 250_000 }), today)).toEqual([
    jump('0.pesos', 25_000, 250_000, 900),
  ]);
});

test.each([
  [35_000, 0],
  [35_001, 1],
  [15_000, 0],
  [14_999, 1],
])('40 %% exactly is no jump, one peso more is: $25.000 to %i', (pesos, jumps) => {
  expect(findPriceJumps(first, withPrices({ pesos }), today)).toHaveLength(jumps);
});

test('a trip below $1.000 is a jump, even by a small change and on a route that is new', () => {
  expect(findPriceJumps(withPrices({ pesos: 1_200 }), withPrices({ pesos: 990 }), today)).toEqual([
    jump('0.pesos', 1_200, 990, -18),
  ]);
  const route = { id: 'maipu', name: { es: 'Maipú' }, minutes: 30 };
  const added = (pesos: number): Content => ({
    ...first,
    routes: [...first.routes, { ...route, prices: [{ pesos }] }],
  });
  expect(findPriceJumps(first, added(999), today)).toEqual([jump('0.pesos', null, 999, null, 'maipu')]);
  expect(findPriceJumps(first, added(1_000), today)).toEqual([]);
});

test('a route that was removed and added again is the one of that name', () => {
  const again = (name: string, pesos: number): Content => ({
    ...first,
    routes: [
      ...first.routes.filter(({ id }) => id !== 'vitacura'),
      { id: 'again', name: { es: name }, minutes: 45, prices: [{ pesos }] },
    ],
  });
  for (const name of ['Vitacura', ' vitacura'])
    expect(findPriceJumps(first, again(name, 2_600), today)).toEqual([
      jump('0.pesos', 25_000, 2_600, -90, 'again'),
    ]);
  expect(findPriceJumps(first, again('Vitacura', 26_000), today)).toEqual([]);
  expect(findPriceJumps(first, again('Maipú', 2_600), today)).toEqual([]);
});

test('a first price after zero has no percentage, and zero itself falls by 100 %', () => {
  expect(findPriceJumps(withPrices({ pesos: 0 }), first, today)).toEqual([jump('0.pesos', 0, 25_000, null)]);
  expect(findPriceJumps(first, withPrices({ pesos: 0 }), today)).toEqual([jump('0.pesos', 25_000, 0, -100)]);
});

test('a planned price is compared with the one of that day, wherever it stands in the list', () => {
  const later = '2026-12-01';
  const planned = withPrices({ pesos: 25_000 }, { pesos: 2_600, validFrom: later });
  expect(findPriceJumps(first, planned, today)).toEqual([jump('1.pesos', 25_000, 2_600, -90)]);
  const mended = withPrices({ pesos: 25_000 }, { pesos: 26_000, validFrom: later });
  expect(findPriceJumps(planned, mended, today)).toEqual([jump('1.pesos', 2_600, 26_000, 900)]);
  const begun = withPrices({ pesos: 26_000, validFrom: later });
  expect(findPriceJumps(mended, begun, '2026-12-02')).toEqual([]);
});

test('a price that passengers no longer read is left alone; an expired one is what they read last', () => {
  const expired = withPrices({ pesos: 25_000, validUntil: '2026-10-31' });
  const over = withPrices({ pesos: 1 }, { pesos: 25_000, validFrom: '2026-11-01' });
  expect(findPriceJumps(first, over, today)).toEqual([]);
  expect(findPriceJumps(expired, withPrices({ pesos: 2_600 }), today)).toEqual([
    jump('0.pesos', 25_000, 2_600, -90),
  ]);
});

test('a price of the night is compared with that of the night, or of the day where there was none', () => {
  const night = withPrices({ pesos: 25_000, night: 40_000 });
  expect(findPriceJumps(first, night, today)).toEqual([jump('0.night', 25_000, 40_000, 60)]);
  expect(findPriceJumps(night, withPrices({ pesos: 25_000, night: 4_000 }), today)).toEqual([
    jump('0.night', 40_000, 4_000, -90),
  ]);
});

test('several prices jump at once, each with its own percentage', () => {
  const halved = {
    ...first,
    routes: first.routes.map((route) => ({ ...route, prices: [{ pesos: route.prices[0]!.pesos / 2 }] })),
  };
  expect(findPriceJumps(first, halved, today).map(({ percent }) => percent)).toEqual([-50, -50, -50, -50]);
  expect(findPriceJumps(halved, first, today).map(({ percent }) => percent)).toEqual([100, 100, 100, 100]);
});

test('whatever the amounts, a price is a jump exactly when it is low or more than 40 % away', () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 });
  fc.assert(
    fc.property(amount, amount, (old, pesos) => {
      const found = findPriceJumps(withPrices({ pesos: old }), withPrices({ pesos }), today).length > 0;
      const isFar = pesos * 5 > old * 7 || pesos * 5 < old * 3;
      expect(found).toBe(pesos !== old && (isFar || pesos < 1_000));
    }),
  );
});
