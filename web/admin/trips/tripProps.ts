import type { Trip } from '../../data/trips/trips.ts';

/** The props of a part of a trip's page. */
export interface TripProps {
  readonly trip: Trip;
}

/** The props of a dialog about a trip. */
export interface TripDialogProps extends TripProps {
  readonly onClose: () => void;
}
