import type { MeetingPoint, Picture } from '../../../shared/content/content.ts';
import type { Words } from '../../../shared/content/words.ts';
import type { ReviewReason } from '../../../shared/reviews.ts';
import type { TripDirection, TripPayment, TripState } from '../../../shared/trips.ts';
import { requestAsNobody } from '../asNobody.ts';

// The page of a trip asks before React has loaded: keep this small.

export interface PassengersDriver {
  readonly first_name: string;
  readonly photo_url: string | null;
  /** The verification code. */
  readonly code: string;
  readonly license_plate: string | null;
  readonly brand_model: string | null;
  readonly colour: string | null;
}

/** A place to meet, with the file of its picture. */
export type ShownMeetingPoint = Omit<MeetingPoint, 'picture'> & { readonly picture: Picture | null };

/** A trip as its passenger reads it. Days as `2026-11-28` and clocks as `18:30`, both of the company; moments in ISO 8601. */
export interface PassengersTrip {
  /** Five letters, for the telephone. */
  readonly code: string;
  readonly state: TripState;
  /** Null for a request whose message could not be read. */
  readonly day: string | null;
  readonly clock: string | null;
  /** The other day of a trip at night. */
  readonly other_day: string | null;
  readonly pickup_at: string | null;
  readonly minutes: number | null;
  readonly direction: TripDirection;
  readonly route: string | null;
  /** The name of the route. */
  readonly place: Words | null;
  /** The page of the company's payment provider for the route. */
  readonly payment_link: string | null;
  readonly flight: string | null;
  readonly landing_day: string | null;
  readonly landing_clock: string | null;
  readonly people: number;
  readonly bags: number;
  readonly pesos: number | null;
  readonly payment: TripPayment | null;
  readonly language: string;
  /** Whether a later message waits for the office. */
  readonly has_proposal: boolean;
  readonly is_paid: boolean;
  /** Whether this link has rated. */
  readonly is_rated: boolean;
  readonly meeting_points: readonly ShownMeetingPoint[];
  /** Null until the company has assigned one of its own. */
  readonly driver: PassengersDriver | null;
}

/** @returns null for a secret that opens nothing: unknown, revoked, or of a trip that is over */
export async function readTripPage(secret: string): Promise<PassengersTrip | null> {
  return (await requestAsNobody('rpc/trip_page', { secret })) as PassengersTrip | null;
}

/**
 * Tells the company that the flight lands at another time, which changes nothing until the office takes it over.
 * @throws DataError `validation_failed`, `not_found`, `over_case_rate_limit`
 */
export async function delayTrip(secret: string, day: string, clock: string): Promise<void> {
  await requestAsNobody('rpc/delay_trip', { secret, landing_day: day, landing_clock: clock });
}

/**
 * Rates the driver of a trip that has begun. @param key chosen by the caller: the same one twice rates once
 * @param rating whole stars, 1 to 5
 * @throws DataError `rating_link_used`, `not_found`
 */
export async function rateTrip(
  secret: string,
  key: string,
  rating: number,
  reasons: readonly ReviewReason[],
): Promise<void> {
  await requestAsNobody('rpc/rate_trip', { secret, key, rating, reasons });
}

/**
 * Makes the receipt of a trip that is done and paid, at the first call. @returns the secret of its page
 * @throws DataError `not_paid`, `not_found`
 */
export async function tripReceipt(secret: string): Promise<string> {
  return (await requestAsNobody('rpc/trip_receipt', { secret })) as string;
}
