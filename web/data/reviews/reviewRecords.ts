import { endOfChileanDay } from '../../../shared/chile/endOfDay.ts';
import { chileanMoment } from '../../../shared/chile/time.ts';
import type { ReviewReason } from '../../../shared/reviews.ts';
import { readRpcPage, type Page, type WantedPage } from '../list/page.ts';
import { withoutControls } from '../list/search.ts';
import type { SortedByFunction } from '../list/sort.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { FunctionRow, Known } from '../rows.ts';
import type { ReviewSummary } from './reviewSummary.ts';

/** The stars that the list of reviews can be filtered by; `low` is three and fewer. */
export const starFilters = ['low', '1', '2', '3', '4', '5'] as const;
export const reviewStates = ['shown', 'hidden'] as const;

/** The longest texts of staff. `supabase/schemas/30_review_list.sql` checks the same. */
export const maxHiddenReasonCharacters = 500;
export const maxReviewNoteCharacters = 2000;

/** Filters; empty text for none. */
export interface ReviewFilter extends SortedByFunction<'list_reviews_by'> {
  /** A plate, or words of a driver's name and code. */
  readonly search: string;
  /** The id of a driver. */
  readonly driver: string;
  /** The id of a vehicle. */
  readonly vehicle: string;
  readonly stars: (typeof starFilters)[number] | '';
  readonly reason: ReviewReason | '';
  readonly state: (typeof reviewStates)[number] | '';
  /** The first day in Chile, as `2026-11-24`. */
  readonly from: string;
  /** The last day in Chile. */
  readonly until: string;
}

/** A review as the company's office sees it. Times are ISO 8601. */
export type ListedReview = Known<
  FunctionRow<'list_reviews_by'>,
  {
    readonly reasons: readonly ReviewReason[];
    /** Null for the fixed words that every review has. */
    readonly comment: string | null;
    /** Given on the passenger's own phone. */
    readonly by_link: boolean;
    /** Null once the driver's record is deleted; name and code too. */
    readonly driver_id: string | null;
    readonly driver_name: string | null;
    readonly driver_code: string | null;
    /** Null where the driver had no shift, or the vehicle is deleted. */
    readonly vehicle_id: string | null;
    readonly license_plate: string | null;
    /** Null for a review that counts. */
    readonly hidden_at: string | null;
    /** The e-mail address of the account that hid it; null once that is deleted. */
    readonly hidden_by: string | null;
    readonly hidden_reason: string | null;
    /** Staff alone read it. */
    readonly note: string | null;
  }
>;

/** The arguments of `list_reviews_by` that the filters give. */
function argumentsOf(filter: Partial<ReviewFilter>) {
  const { search = '', driver, vehicle, stars = '', reason = '', state = '', from = '', until = '' } = filter;
  const since = chileanMoment(from, '00:00');
  const end = endOfChileanDay(until);
  return {
    search: withoutControls(search),
    stars,
    reason,
    state,
    ...(driver && { driver }),
    ...(vehicle && { vehicle }),
    ...(since && { since: since.toISOString() }),
    ...(end && { until: end.toISOString() }),
  };
}

/** One page of the reviews that a filter shows, newest first unless a heading sorts them. */
export async function listReviewsPage(
  filter: Partial<ReviewFilter>,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<ListedReview>> {
  const wanted = { ...argumentsOf(filter), sort: filter.sort ?? '' };
  const found = await readRpcPage(page, signal, (part) =>
    getDatabase().rpc('list_reviews_by', { ...wanted, ...part }),
  );
  return found as Page<ListedReview>;
}

/** All reviews that a filter shows, newest first, a thousand at a time, each part below the last row of the one before. */
export async function* readReviews(
  filter: ReviewFilter,
  signal: AbortSignal,
): AsyncGenerator<readonly ListedReview[]> {
  const filters = { ...argumentsOf(filter), sort: '', per_page: 1_000 };
  let last: ListedReview | undefined;
  do {
    const below = last ? { before: last.created_at, before_id: last.id } : {};
    const query = getDatabase().rpc('list_reviews_by', { ...filters, ...below });
    const rows = unwrap(await query.abortSignal(signal)) as ListedReview[];
    yield rows;
    last = rows.at(-1);
  } while (last);
}

/** Whether any passenger has rated anybody. */
export async function hasReviews(signal: AbortSignal): Promise<boolean> {
  return unwrap(await getDatabase().from('reviews').select('id').limit(1).abortSignal(signal)).length > 0;
}

/** How a driver is rated, today included. */
export async function readReviewTrend(driver: string, signal: AbortSignal): Promise<ReviewSummary> {
  return unwrap(await getDatabase().rpc('review_trend', { driver }).abortSignal(signal)) as ReviewSummary;
}

/** When, by whom and why a review was hidden. */
export type Hiding = Pick<ListedReview, 'hidden_at' | 'hidden_by' | 'hidden_reason'>;

/**
 * Hides a review: it stays, and leaves count and average.
 * @throws DataError `edit_conflict` when it is hidden already, with a `Hiding` as the JSON of `details`
 */
export async function hideReview(review: string, reason: string): Promise<void> {
  unwrap(await getDatabase().rpc('hide_review', { review, reason }));
}

/** Shows a hidden review again: it counts again. */
export async function showReview(review: string): Promise<void> {
  unwrap(await getDatabase().rpc('show_review', { review }));
}

/**
 * Writes the note that staff alone read; empty text deletes it.
 * @param seen the note that stood there before, or empty text
 * @throws DataError `edit_conflict` when somebody else was faster, with their note as `details`
 */
export async function noteReview(review: string, note: string, seen: string): Promise<void> {
  unwrap(await getDatabase().rpc('edit_review_note', { review, note, seen }));
}
