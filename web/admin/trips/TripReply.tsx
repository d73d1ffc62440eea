import type { Trip } from '../../data/trips/trips.ts';
import type { SectionProps } from '../parts/section.ts';

interface TripReplyProps extends Pick<SectionProps, 'onDone'> {
  readonly trip: Trip;
}

/** The reply in the passenger's language, with the Spanish beside it, to copy or to open in WhatsApp or as a mail. */
export function TripReply(_: TripReplyProps) {
  return null;
}
