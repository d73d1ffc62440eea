import { expect, test } from 'vitest';
import type { Price, Route } from './content.ts';
import { chileanClock } from '../chile/time.ts';
import { lowestPriceOn, priceEntryOn, priceOn } from './prices.ts';

function route(prices: readonly Price[]): Route {
  return { id: 'centro', name: { es: 'Centro' }, minutes: 25, prices };
}

test('a planned price begins on its day', () => {
  const planned = route([{ pesos: 15_000 }, { pesos: 16_000, night: 18_000, validFrom: '2026-12-01' }]);
  expect(priceOn(planned, '2026-11-30')).toBe(15_000);
  expect(priceOn(planned, '2026-12-01')).toBe(16_000);
  expect(priceEntryOn(planned, '2026-12-01')?.night).toBe(18_000);
});

test('an expired price is none, also when an earlier one has no end', () => {
  const season = route([
    { pesos: 15_000 },
    { pesos: 20_000, validFrom: '2026-12-15', validUntil: '2027-02-28' },
  ]);
  expect(priceOn(season, '2027-02-28')).toBe(20_000);
  expect(priceOn(season, '2027-03-01')).toBeNull();
});

test('no price is in force before the first day, nor without prices', () => {
  expect(priceOn(route([{ pesos: 15_000, validFrom: '2026-12-01' }]), '2026-11-30')).toBeNull();
  expect(priceOn(route([]), '2026-11-30')).toBeNull();
});

test('the lowest price leaves out routes without one', () => {
  const routes = [
    route([{ pesos: 9000, validUntil: '2026-01-01' }]),
    route([{ pesos: 22_000 }]),
    route([{ pesos: 18_000 }]),
  ];
  expect(lowestPriceOn(routes, '2026-11-22')).toBe(18_000);
  expect(lowestPriceOn([], '2026-11-22')).toBeNull();
});

test('a price may begin at a minute, and a day without one begins at midnight', () => {
  const noon = route([
    { pesos: 15_000 },
    { pesos: 16_000, validFrom: '2026-12-01T12:00', validUntil: '2026-12-01' },
  ]);
  expect(priceOn(noon, '2026-12-01T11:59')).toBe(15_000);
  expect(priceOn(noon, '2026-12-01T12:00')).toBe(16_000);
  expect(priceOn(noon, '2026-12-01T23:59')).toBe(16_000);
  expect(priceOn(noon, '2026-12-02T00:00')).toBeNull();
  const day = route([{ pesos: 15_000 }, { pesos: 16_000, validFrom: '2026-12-01' }]);
  expect(priceOn(day, '2026-11-30T23:59')).toBe(15_000);
  expect(priceOn(day, '2026-12-01T00:00')).toBe(16_000);
});

test('a price may end at a minute, from which on none is in force', () => {
  const evening = route([{ pesos: 16_000, validFrom: '2026-12-01T12:00', validUntil: '2026-12-01T18:30' }]);
  expect(priceOn(evening, '2026-12-01T18:29')).toBe(16_000);
  expect(priceOn(evening, '2026-12-01T18:30')).toBeNull();
  expect(priceOn(evening, '2026-12-02')).toBeNull();
  const midnight = route([{ pesos: 16_000, validUntil: '2026-12-01T00:00' }]);
  expect(priceOn(midnight, '2026-11-30T23:59')).toBe(16_000);
  expect(priceOn(midnight, '2026-12-01')).toBeNull();
});

test('a price that ends at the minute at which the next one begins leaves no gap', () => {
  const noon = '2026-12-01T12:00';
  const both = route([
    { pesos: 15_000, validUntil: noon },
    { pesos: 16_000, validFrom: noon },
  ]);
  expect(priceOn(both, '2026-12-01T11:59')).toBe(15_000);
  expect(priceOn(both, noon)).toBe(16_000);
});

/** The moments of a night, every ten minutes, as instants. */
function nightOf(firstInstant: string): readonly Date[] {
  const first = Date.parse(firstInstant);
  return Array.from({ length: 60 }, (_, index) => new Date(first + index * 600_000));
}

test.each([
  // In April the last hour of Saturday comes twice, in September the first of Sunday not at all.
  ['2027-04-03T21:00:00-03:00', '2027-04-03T23:30', '2027-04-04T02:30:00Z'],
  ['2027-04-03T21:00:00-03:00', '2027-04-04', '2027-04-04T04:00:00Z'],
  ['2027-09-04T21:00:00-04:00', '2027-09-05', '2027-09-05T04:00:00Z'],
  ['2027-09-04T21:00:00-04:00', '2027-09-05T00:30', '2027-09-05T04:00:00Z'],
  ['2027-09-04T21:00:00-04:00', '2027-09-05T01:30', '2027-09-05T04:30:00Z'],
])('in the night of %s a price from %s begins once, at %s', (first, validFrom, begins) => {
  const planned = route([{ pesos: 15_000 }, { pesos: 16_000, validFrom }]);
  for (const moment of nightOf(first))
    expect([moment.toISOString(), priceOn(planned, chileanClock(moment))]).toEqual([
      moment.toISOString(),
      moment.getTime() < Date.parse(begins) ? 15_000 : 16_000,
    ]);
});

test.each([
  ['2027-04-03T21:00:00-03:00', '2027-04-03T23:30', '2027-04-04T02:30:00Z'],
  ['2027-04-03T21:00:00-03:00', '2027-04-03', '2027-04-04T04:00:00Z'],
  ['2027-04-03T21:00:00-03:00', '2027-04-04T00:00', '2027-04-04T04:00:00Z'],
  ['2027-09-04T21:00:00-04:00', '2027-09-04', '2027-09-05T04:00:00Z'],
  ['2027-09-04T21:00:00-04:00', '2027-09-05T00:30', '2027-09-05T04:00:00Z'],
  ['2027-09-04T21:00:00-04:00', '2027-09-05T01:30', '2027-09-05T04:30:00Z'],
])('in the night of %s a price until %s ends once, at %s', (first, validUntil, ends) => {
  const season = route([{ pesos: 15_000, validUntil }]);
  for (const moment of nightOf(first))
    expect([moment.toISOString(), priceOn(season, chileanClock(moment))]).toEqual([
      moment.toISOString(),
      moment.getTime() < Date.parse(ends) ? 15_000 : null,
    ]);
});
