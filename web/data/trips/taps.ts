import type { Json } from '../../../shared/database.types.ts';
import { secondsWaited } from '../../util/time/secondsWaited.ts';
import { DataError } from '../errors.ts';
import { limitedDatabase } from '../rateLimits.ts';
import type { PaymentLine } from './cash.ts';

/** The taps of a driver on a trip: the reply to an assignment, and the states that follow. */
export type TapKind = 'accepted' | 'declined' | 'on_way' | 'waiting' | 'on_board' | 'done' | 'no_show';

export interface TapDetails {
  /** Why the driver declines. */
  readonly reason?: string;
  /** How the trip was paid. */
  readonly payments?: readonly PaymentLine[];
  /** The driver called the passenger who did not come. */
  readonly called?: true;
  /** The driver wrote to them. */
  readonly wrote?: true;
}

/** A driver's tap. It holds no person. */
export interface Tap {
  readonly tripId: string;
  /** The number of the assignment that the driver saw. */
  readonly assignment: number;
  readonly kind: TapKind;
  readonly details: TapDetails;
}

export interface NewTap extends Tap {
  /** Made by `newUuid` at the press. */
  readonly key: string;
  /** How long the tap has waited on this device; negative if the clock was set back meanwhile. */
  readonly waitedMs: number;
}

const tapOutcomes = ['taken', 'kept', 'known'] as const;
/** `kept`: as an event that moves nothing, since the trip has changed hands or was cancelled. `known`: taken before. */
export type TapOutcome = (typeof tapOutcomes)[number];

/**
 * Tells the backend of a tap, with its age in place of a clock time. Repeating it with the same key writes nothing more.
 * @throws RateLimitError when the driver sent too many
 */
export async function tapTrip({
  key,
  tripId,
  waitedMs,
  assignment,
  kind,
  details,
}: NewTap): Promise<TapOutcome> {
  const { database, toError } = limitedDatabase();
  const { data, error, status } = await database.rpc('tap_trip', {
    key,
    trip: tripId,
    assignment,
    kind,
    seconds_waited: Math.max(0, secondsWaited(waitedMs)),
    details: details as Json,
  });
  if (error) throw toError(error, status);
  const outcome = tapOutcomes.find((each) => each === data);
  // A public Wi-Fi may respond with its own page in place of the backend.
  if (!outcome) throw new DataError('unreadable', `HTTP ${status} without an outcome`, status, true);
  return outcome;
}
