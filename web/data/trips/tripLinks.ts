import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { FunctionRow } from '../rows.ts';

/** @returns the secret of the page of a trip */
export async function tripLink(trip: string, signal?: AbortSignal): Promise<string> {
  const query = getDatabase().rpc('trip_link', { trip });
  return unwrap(await (signal ? query.abortSignal(signal) : query));
}

/** Revokes the link of a trip's page. @returns the secret of the new one */
export async function renewTripLink(trip: string): Promise<string> {
  return unwrap(await getDatabase().rpc('renew_trip_link', { trip }));
}

export type TripReview = FunctionRow<'trip_reviews'>;

/** The reviews of a trip, first the one that counts. */
export async function reviewsOfTrip(trip: string, signal: AbortSignal): Promise<readonly TripReview[]> {
  return unwrap(await getDatabase().rpc('trip_reviews', { trip }).abortSignal(signal));
}
