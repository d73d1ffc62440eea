import type { ReviewSummary } from '../data/reviews/reviewSummary.ts';

const averages = [4.8, 4.6, null, 5, 4.9, 4.7, 3.2, 4, 4.4, 4.5, 4.75, 4.8];

/** Twelve weeks of a driver, one of them with too few reviews. */
export const reviewSummary: ReviewSummary = {
  count: 1_204,
  average: 4.63,
  weeks: averages.map((average, index) => ({
    week: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
    count: average === null ? 2 : 10 + index,
    average,
  })),
  reasons: [
    { reason: 'punctuality', count: 7 },
    { reason: 'treatment', count: 4 },
    { reason: 'driving', count: 3 },
    { reason: 'price', count: 2 },
    { reason: 'route', count: 1 },
    { reason: 'vehicle', count: 1 },
  ],
};
