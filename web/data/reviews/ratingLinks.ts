import { getDatabase } from '../database.ts';
import { toDataError, unwrap } from '../errors.ts';
import { limitedDatabase } from '../rateLimits.ts';

/** A link for one rating of the signed-in driver. */
export interface RatingLink {
  readonly token: string;
  /** Key of the rating made through this link; reserved for it. */
  readonly idempotencyKey: string;
  /** In milliseconds since 1970, by the clock of the backend. */
  readonly expiresAt: number;
}

/**
 * The driver's link; the same one when it is requested again within minutes.
 * @throws DataError `not_a_driver`
 * @throws RateLimitError `over_rating_link_rate_limit` in the minutes after a link was used
 */
export async function createRatingLink(): Promise<RatingLink> {
  const { database, toError } = limitedDatabase();
  const { data, error, status } = await database.rpc('create_rating_link');
  if (error) throw toError(error, status);
  const [link] = data;
  if (!link) throw toDataError(new Error('The backend made no link'));
  return {
    token: link.token,
    idempotencyKey: link.idempotency_key,
    expiresAt: Date.parse(link.expires_at),
  };
}

/** The stars of the rating made through a link; null while it has not been used. */
export async function ratingGivenBy(link: RatingLink): Promise<number | null> {
  const reviews = getDatabase().from('reviews');
  const [review] = unwrap(await reviews.select('rating').eq('idempotency_key', link.idempotencyKey));
  return review?.rating ?? null;
}
