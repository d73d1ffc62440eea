import { expect, test } from 'vitest';
import { describeChanges } from './changes.ts';
import type { Content } from './content.ts';
import { readFirstRelease } from '../testing/content.ts';
import { editSpanish, editTranslation } from './words.ts';

const first = readFirstRelease();
type Route = Content['routes'][number];
const [centre, providencia, ...others] = first.routes as readonly [Route, Route, Route, Route];

function withRoutes(...routes: Content['routes']): Content {
  return { ...first, routes };
}

test('a document does not differ from itself', () => {
  expect(describeChanges(first, structuredClone(first))).toEqual([]);
});

test('a changed price is named by its route', () => {
  const dearer = { ...centre, prices: [{ pesos: 16_000 }] };
  expect(describeChanges(first, withRoutes(dearer, providencia, ...others))).toEqual([
    { kind: 'changed', path: ['routes', 'centro', 'prices', 0, 'pesos'], before: 15_000, after: 16_000 },
  ]);
});

test('a planned price, a removed and a moved route', () => {
  const planned = { pesos: 16_000, validFrom: '2026-12-01' };
  const next = { ...centre, prices: [...centre.prices, planned] };
  expect(describeChanges(first, withRoutes(others[0], next, others[1]))).toEqual([
    { kind: 'removed', path: ['routes', 'providencia'], before: providencia, after: undefined },
    { kind: 'added', path: ['routes', 'centro', 'prices', 1], before: undefined, after: planned },
    {
      kind: 'moved',
      path: ['routes'],
      before: ['centro', 'las-condes', 'vitacura'],
      after: ['las-condes', 'centro', 'vitacura'],
    },
  ]);
});

test('texts differ by language; that a translation became outdated is no change', () => {
  const name = editTranslation(editSpanish(centre.name, 'Santiago centro'), 'en', 'City centre');
  expect(describeChanges(first, withRoutes({ ...centre, name }, providencia, ...others))).toEqual([
    { kind: 'changed', path: ['routes', 'centro', 'name', 'es'], before: 'Centro', after: 'Santiago centro' },
    { kind: 'changed', path: ['routes', 'centro', 'name', 'en'], before: 'Downtown', after: 'City centre' },
  ]);
});

test('a fee of another kind and a switched-off claim', () => {
  const places = first.places.map((place) =>
    place.id === 'ascensores' ? { ...place, fee: { kind: 'free' as const } } : place,
  );
  const claims = first.claims.map((claim) => ({ ...claim, shown: claim.id !== 'insurance' }));
  expect(describeChanges(first, { ...first, places, claims })).toEqual([
    { kind: 'changed', path: ['claims', 'insurance', 'shown'], before: true, after: false },
    {
      kind: 'changed',
      path: ['places', 'ascensores', 'fee'],
      before: { kind: 'perRide', lowest: 100, highest: 300 },
      after: { kind: 'free' },
    },
  ]);
});

test('the first item of a list that was absent is named, and so is the last one that goes', () => {
  const point = { id: 't2', name: { es: 'Terminal 2' }, text: { es: 'En la salida.' } };
  const pointed = { ...first, meetingPoints: [point] };
  const path = ['meetingPoints', 't2'];
  expect(describeChanges(first, pointed)).toEqual([{ kind: 'added', path, before: undefined, after: point }]);
  expect(describeChanges(pointed, first)).toEqual([
    { kind: 'removed', path, before: point, after: undefined },
  ]);
  expect(describeChanges(first, { ...first, meetingPoints: [] })).toEqual([]);
});
