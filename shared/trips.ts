import { bookingDirections } from './booking/booking.ts';

/** The states of a trip that has not ended, forward. */
export const openTripStates = ['requested', 'confirmed', 'on_way', 'waiting', 'on_board'] as const;
/** All states, forward; the last two end a trip without a passenger. */
export const tripStates = [...openTripStates, 'done', 'no_show', 'cancelled'] as const;
export type TripState = (typeof tripStates)[number];

/** Why a trip was cancelled, or taken a step back. */
export const tripReasons = [
  'passenger',
  'company',
  'no_vehicle',
  'duplicate',
  'not_found',
  'mistake',
  'other',
] as const;
export type TripReason = (typeof tripReasons)[number];

/** The needs of a trip (`private.trip_needs` in `supabase/schemas/37_trips.sql`), the most pressing first. */
export const tripNeeds = [
  'late',
  'declined',
  'no_show',
  'driver',
  'overlap',
  'documents',
  'seats',
  'proposal',
  'request',
  'changed',
  'tight',
  'accepted',
  'told',
  'reply',
  'late_tap',
] as const;
export type TripNeed = (typeof tripNeeds)[number];

export const tripDirections = [...bookingDirections, 'other'] as const;
export type TripDirection = (typeof tripDirections)[number];

/** How a trip is paid. `account`: an agency or a company pays later. */
export const tripPayments = ['cash', 'card', 'transfer', 'account'] as const;
export type TripPayment = (typeof tripPayments)[number];

/** The outcome of a check of the price against the release (`web/admin/trips/priceCheck.ts`). */
export const priceVerdicts = ['same', 'changed', 'disputed', 'unquoted', 'unchecked'] as const;
export type PriceVerdict = (typeof priceVerdicts)[number];

/**
 * Whether a trip needs a reason to go from one state to another: every step back, and every end without a passenger on board
 * (`private.check_trip_state`).
 */
export function needsReason(before: TripState, after: TripState): boolean {
  const isEnd = (state: TripState) => state === 'cancelled' || state === 'no_show';
  if (before === after) return false;
  return isEnd(after) || isEnd(before) || tripStates.indexOf(after) < tripStates.indexOf(before);
}
