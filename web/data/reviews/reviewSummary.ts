import type { ReviewReason } from '../../../shared/reviews.ts';
import { callBackend } from '../client.ts';

/** How a driver was rated. */
export interface ReviewSummary {
  /** Counts the reviews of all time. */
  readonly count: number;
  /** The average of all time; null with too few reviews. */
  readonly average: number | null;
  /** The last twelve, the oldest first. */
  readonly weeks: readonly WeekOfReviews[];
  /** In the same weeks, the most frequent first; none if too few reviews have any. */
  readonly reasons: readonly { readonly reason: ReviewReason; readonly count: number }[];
}

export interface WeekOfReviews {
  /** Its Monday in Chile, as `2026-11-23`. */
  readonly week: string;
  readonly count: number;
  /** Null with too few reviews. */
  readonly average: number | null;
}

/**
 * How the signed-in driver was rated until yesterday: nothing of today, which would tell of single passengers.
 * @throws DataError `not_a_driver`
 */
export function readOwnReviewSummary(): Promise<ReviewSummary> {
  return callBackend('rest/v1/rpc/own_review_summary', { method: 'POST', body: {} });
}
