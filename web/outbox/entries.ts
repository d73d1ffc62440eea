import type { ReviewReason } from '../../shared/reviews.ts';
import type { Tap } from '../data/trips/taps.ts';

/*
 * The outbox has two kinds of entries, which the device stores before it delivers them (`delivery.ts`): a passenger's review
 * and a driver's tap on a trip.
 *
 * Each entry belongs to one driver: it is stored under the driver's id, delivered only in that driver's session, and
 * counted on no other driver's screen. Undelivered entries survive a sign-out. They hold no personal data (random ids,
 * stars, the kind of a tap, a time; no name) and are delivered when the same driver signs in on this device again.
 */

interface BaseEntry {
  /** Made on this device, unique in the database: sending it twice writes it once. */
  readonly key: string;
  readonly driverId: string;
  /** By the clock of this device, in milliseconds since 1970. */
  readonly givenAt: number;
  /** The error code with which the backend refused it. */
  readonly refused?: string;
}

/** A review that the backend has not confirmed, or whose reasons it has not. */
export interface StoredReview extends BaseEntry {
  /** 1 to 5. */
  readonly stars: number;
  /** The key of the link shown beside the stars: the passenger rates once, on this screen or by the link. */
  readonly shownLink?: string;
  /** Why the passenger gave so few stars. */
  readonly reasons?: readonly ReviewReason[];
  /** Until then the passenger may change the reasons. By the clock of this device, in milliseconds since 1970. */
  readonly reasonsDue?: number;
  /** The backend has the review, and only the reasons are left to send. */
  readonly delivered?: true;
}

/** A tap that the backend has not confirmed. */
export interface StoredTap extends BaseEntry {
  readonly tap: Tap;
}

export type StoredEntry = StoredReview | StoredTap;

export function isTap(entry: StoredEntry): entry is StoredTap {
  return 'tap' in entry;
}

/** The review of an entry; undefined for a tap. */
export function reviewOf(entry: StoredEntry | undefined): StoredReview | undefined {
  return entry && !isTap(entry) ? entry : undefined;
}
