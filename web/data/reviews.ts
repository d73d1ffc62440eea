import { anonymousReviewer, emptyComment } from '../../shared/limits.ts';
import { fetchAsUser } from './client.ts';
import { getDatabase } from './database.ts';
import { DataError, toDataError } from './errors.ts';

/** The backend's rate limit for ratings of this driver. */
export class ReviewLimitError extends DataError {
  /** `Retry-After` in seconds; null without the header. */
  readonly retryAfter: number | null;

  constructor({ code, message, status }: DataError, retryAfter: string | null) {
    super(code, message, status, true);
    const seconds = Number.parseInt(retryAfter ?? '', 10);
    this.retryAfter = Number.isNaN(seconds) ? null : seconds;
  }
}

/**
 * Rates a driver. Repeating it with the same key writes nothing more.
 * @param rating whole stars, 1 to 5
 * @param key of `newUuid`
 * @param shownLink the key of the link that was shown meanwhile: it is closed, unless a passenger has opened it
 * @throws ReviewLimitError when this driver got too many within an hour
 * @throws DataError `42501` for another driver than the caller's own
 */
export async function insertReview(
  driverId: string,
  rating: number,
  key: string,
  shownLink?: string,
): Promise<void> {
  let retryAfter: string | null = null;
  const send = fetchAsUser();
  const observed: typeof fetch = async (...request) => {
    const response = await send(...request);
    retryAfter = response.headers.get('Retry-After');
    return response;
  };
  const { error, status } = await getDatabase()
    .from('reviews', { fetch: observed })
    .insert({
      driver_id: driverId,
      rating,
      user_name: anonymousReviewer,
      comment: emptyComment,
      idempotency_key: key,
      ...(shownLink !== undefined && { shown_link: shownLink }),
    });
  if (error) {
    const failure = toDataError(error, status);
    if (failure.code === '23505') return;
    throw status === 429 ? new ReviewLimitError(failure, retryAfter) : failure;
  }
  // A public Wi-Fi may respond with its own page in place of the backend.
  if (status !== 201) throw new DataError('network', `HTTP ${status} instead of 201`, status, true);
}
