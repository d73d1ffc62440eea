import { expect, it } from 'vitest';
import { displayedRating, roundRating } from './drivers.ts';

it('shows 4.8 until somebody has rated, then the average the database keeps', () => {
  expect(displayedRating({ review_count: 0, average_rating: null })).toBe(4.8);
  expect(displayedRating({ review_count: 3, average_rating: 4.7 })).toBe(4.7);
  expect(displayedRating({ review_count: 1, average_rating: 1 })).toBe(1);
});

it.each([
  [4.25, 4.3],
  [4.35, 4.4],
  [4.349, 4.3],
  [13 / 3, 4.3],
])('rounds %d half up to %d', (average, shown) => {
  expect(roundRating(average)).toBe(shown);
});
