import type { TripDirection, TripPayment, TripState } from '../../../shared/trips.ts';
import { callBackend } from '../client.ts';

/** A trip as its driver sees it. Days as `2026-11-28` and clocks as `18:30`, both of the company. */
export interface OwnTrip {
  readonly id: string;
  /** Five letters, for the telephone. */
  readonly code: string;
  readonly state: Exclude<TripState, 'requested'>;
  /** Counts the drivers of the trip. */
  readonly assignment: number;
  readonly day: string;
  readonly clock: string;
  /** The other day of a trip at night. */
  readonly other_day: string | null;
  /** ISO 8601. */
  readonly pickup_at: string;
  readonly minutes: number | null;
  readonly direction: TripDirection;
  readonly route: string | null;
  readonly flight: string | null;
  readonly landing_clock: string | null;
  readonly people: number;
  readonly bags: number;
  readonly child_ages: readonly number[];
  readonly wheelchair: boolean;
  readonly pesos: number | null;
  readonly payment: TripPayment | null;
  readonly language: string;
  readonly name: string | null;
  /** E.164. */
  readonly phone: string | null;
  readonly from_text: string | null;
  readonly to_text: string | null;
  readonly note: string | null;
  /** For the name sign. */
  readonly sign_text: string | null;
  /** Whether the driver has accepted the trip as it is now. */
  readonly is_accepted: boolean;
  readonly is_declined: boolean;
  /** The fields that have changed since the driver accepted the trip. */
  readonly changed: readonly string[];
  /** Since the later of arrival and landing, when the trips were read; negative before the landing. Null unless waiting. */
  readonly seconds_waited: number | null;
}

/** A driver's trips from 24 hours ago to 48 hours ahead, and the money of the day in pesos. */
export interface OwnTrips {
  /** When they were read, by the server's clock; ISO 8601. */
  readonly now: string;
  readonly trips: readonly OwnTrip[];
  readonly taken: Readonly<Partial<Record<TripPayment, number>>>;
  /** The cash that the driver holds. */
  readonly to_hand_over: number;
}

/** Reads the trips of the signed-in driver. @throws DataError `driver_not_active` */
export function readOwnTrips(): Promise<OwnTrips> {
  return callBackend('rest/v1/rpc/own_trips', { method: 'POST', body: {} });
}
