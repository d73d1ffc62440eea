import { expect, it } from 'vitest';
import { choosingMs } from '../util/choice.ts';
import type { StoredReview } from './entries.ts';
import { afterSending, readyParts, reasonsDelay, withReasons, type GivenReview } from './reasons.ts';

const review: GivenReview = { key: 'k', driverId: 'd', stars: 2 };
const stored: StoredReview = { ...review, givenAt: 0 };

it('sends the review at once, and its reasons when the passenger has finished', () => {
  const entry = withReasons(stored, review, ['price'], false, 0)!;
  expect(readyParts(entry, choosingMs)).not.toHaveProperty('reasons');
  expect(readyParts(entry, 2 * choosingMs)).toHaveProperty('reasons', ['price']);
  expect(readyParts(withReasons(stored, review, ['price'], true, 0)!, 0)).toHaveProperty('reasons', [
    'price',
  ]);
});

it('a clock that was set back by days holds no reasons back', () => {
  const day = 24 * 3_600_000;
  expect(reasonsDelay(withReasons(stored, review, ['price'], false, 5 * day)!, day)).toBe(0);
});

it('nothing is left to send for reasons that the passenger has taken back', () => {
  expect(withReasons(undefined, review, [], true, 0)).toBeUndefined();
});

it('a refused review keeps its reasons until the backend takes both', () => {
  const entry = { ...stored, reasons: ['route'] } satisfies StoredReview;
  expect(afterSending(entry, entry, { kind: 'refused', code: '42501' })).toEqual({
    ...entry,
    refused: '42501',
  });
});

it('a review that another tab has delivered is not stored again as refused', () => {
  expect(afterSending(undefined, stored, { kind: 'refused', code: '42501' })).toBeUndefined();
});
