import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

/** How a passenger's message to the company names the driver: the code, and on a shift the plate of the vehicle too. */
export function referenceOf({ driver_code: code, vehicle }: DriverAtWheel): string {
  return vehicle ? `${code} (${plateInPairs(vehicle.license_plate)})` : code;
}
