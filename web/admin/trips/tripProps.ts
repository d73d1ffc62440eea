import type { Trip } from '../../data/trips/trips.ts';
import type { SectionProps } from '../parts/section.ts';

/** The props of a part of a trip's page. */
export interface TripProps extends Pick<SectionProps, 'onDone'> {
  readonly trip: Trip;
}

/** The props of a dialog about a trip. */
export interface TripDialogProps extends TripProps {
  readonly onClose: () => void;
}
