import type { ReviewReason } from '../../../shared/reviews.ts';
import { callBackend } from '../client.ts';
import type { Composite, Known } from '../rows.ts';

/** A week of reviews, by its Monday in Chile, as `2026-11-23`. The average is null with too few reviews. */
export type WeekOfReviews = Known<Composite<'review_week'>, { readonly average: number | null }>;

/** How a driver was rated. */
export type ReviewSummary = Known<
  Composite<'review_summary'>,
  {
    /** Counts the reviews of all time. */
    readonly count: number;
    /** The average of all time; null with too few reviews. */
    readonly average: number | null;
    /** The last twelve, the oldest first. */
    readonly weeks: readonly WeekOfReviews[];
    /** In the same weeks, the most frequent first; none if too few reviews have any. */
    readonly reasons: readonly Known<Composite<'reason_count'>, { readonly reason: ReviewReason }>[];
  }
>;

/**
 * How the signed-in driver was rated until yesterday: nothing of today, which would tell of single passengers.
 * @throws DataError `not_a_driver`
 */
export function readOwnReviewSummary(): Promise<ReviewSummary> {
  return callBackend('rest/v1/rpc/own_review_summary', { method: 'POST', body: {} });
}
