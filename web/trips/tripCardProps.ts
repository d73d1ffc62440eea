import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import type { OwnTrip } from '../data/trips/ownTrips.ts';
import type { KnownDay } from './tripDay.ts';

export interface TripCardProps {
  readonly driver: DriverAtWheel;
  /** The company has vehicles, and the driver has taken none. */
  readonly lacksShift: boolean;
  readonly day: KnownDay;
  readonly trip: OwnTrip;
  /** By the clock of this device, in milliseconds since 1970. */
  readonly now: number;
  /** Without a frame and without the hour, which stand around it. */
  readonly bare?: boolean;
}
