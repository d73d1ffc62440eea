import { openDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { newUuid } from '../util/uuid.ts';
import type { StoredReview, StoredTap } from './entries.ts';
import { changeEntry, storedEntries, storedReviews, storeEntry } from './store.ts';

const driverId = newUuid();
const review: StoredReview = { key: newUuid(), driverId, stars: 4, givenAt: 1 };
const tap: StoredTap = {
  key: newUuid(),
  driverId,
  givenAt: 2,
  tap: { tripId: newUuid(), assignment: 1, kind: 'on_way', details: {} },
};

beforeEach(async () => {
  for (const { key } of await storedEntries(driverId)) await changeEntry(key, () => undefined);
});

test('a review and a tap of one driver are stored as they were given, and another driver has none', async () => {
  await storeEntry(review);
  await storeEntry(tap);
  expect(await storedEntries(driverId)).toEqual([review, tap]);
  expect(await storedReviews(driverId)).toEqual([review]);
  expect(await storedEntries(newUuid())).toEqual([]);
  await changeEntry(tap.key, (current) => current && { ...current, refused: '42501' });
  expect(await storedEntries(driverId)).toEqual([review, { ...tap, refused: '42501' }]);
  await changeEntry(tap.key, () => undefined);
  expect(await storedEntries(driverId)).toEqual([review]);
});

test('a version of the app that knows no taps opens the database, finds its ratings and no tap', async () => {
  await storeEntry(tap);
  const older = await openDB('ratings', 1);
  await older.put('ratings', review);
  expect(await older.getAllFromIndex('ratings', 'driverId', driverId)).toEqual([review]);
  older.close();
  expect(await storedEntries(driverId)).toEqual([review, tap]);
});
