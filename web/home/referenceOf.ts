import type { DriverAtWheel } from '../data/fleet/shifts.ts';
import type { Messages } from '../i18n/messages.ts';
import { plateInPairs } from '../ui/plateInPairs.ts';

/** How a passenger's message to the company names the driver: the code, and on a shift the car too. */
export function referenceOf({ driver_code: code, car }: DriverAtWheel, home: Messages['home']): string {
  return car ? home.codeAndPlate(code, plateInPairs(car.license_plate)) : code;
}
