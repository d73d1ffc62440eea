import { useState } from 'react';
import { hasPin } from '../account/pin/pin.ts';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { FirstPin } from '../shift/FirstPin.tsx';
import OwnTrips from './OwnTrips.tsx';

interface TabletTripsProps {
  readonly userId: string;
  readonly driver: DriverAtWheel;
}

/** The driver's trips on a tablet in a vehicle, behind the PIN. A driver without one chooses it first: passengers sit here. */
export default function TabletTrips({ userId, driver }: TabletTripsProps) {
  const [isOpen, setOpen] = useState(() => hasPin(userId));
  return isOpen ? <OwnTrips driver={driver} /> : <FirstPin onSaved={() => setOpen(true)} />;
}
