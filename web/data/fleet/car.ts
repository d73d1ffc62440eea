import { isVerified } from '../driverState.ts';
import type { Driver } from '../drivers.ts';

// Part of the first load: without calls to the backend.

/** As much of a car as its driver and passengers see. */
export interface Car {
  readonly id: string;
  readonly license_plate: string;
  readonly class: string;
  readonly brand_model: string | null;
  readonly colour: string | null;
}

export interface Shift {
  readonly id: string;
  /** The device that started it. */
  readonly device_id: string | null;
  /** ISO 8601. */
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly car: Car;
}

/** A driver as passengers see them: with the plate of the car, and the car where the driver has taken one. */
export type DriverAtWheel = Driver & { readonly car?: Car };

/**
 * The car that a driver is shown with: that of the open shift, else the one of the driver's own plate. A driver who is not
 * active has no car of the company, whatever the device remembers.
 */
export function carOf(driver: Driver, shift: Shift | null): DriverAtWheel {
  return shift && isVerified(driver)
    ? { ...driver, license_plate: shift.car.license_plate, car: shift.car }
    : driver;
}
