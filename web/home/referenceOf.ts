import type { DriverAtWheel } from '../data/fleet/car.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

/** How a passenger's message to the company names the driver: the code, and on a shift the plate of the car too. */
export function referenceOf({ driver_code: code, car }: DriverAtWheel): string {
  return car ? `${code} (${plateInPairs(car.license_plate)})` : code;
}
