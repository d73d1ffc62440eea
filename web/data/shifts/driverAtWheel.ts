import { isVerified } from '../drivers/driverState.ts';
import type { Driver } from '../drivers/drivers.ts';

// Part of the first load: without calls to the backend.

/** As much of a vehicle as its driver and passengers see. */
export interface Vehicle {
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
  readonly vehicle: Vehicle;
}

/** A driver as passengers see them: with the plate of the vehicle, and the vehicle where the driver has taken one. */
export type DriverAtWheel = Driver & { readonly vehicle?: Vehicle };

/**
 * The vehicle that a driver is shown with: that of the open shift, else the one of the driver's own plate. A driver who is not
 * active has no vehicle of the company, whatever the device remembers.
 */
export function driverAtWheel(driver: Driver, shift: Shift | null): DriverAtWheel {
  return shift && isVerified(driver)
    ? { ...driver, license_plate: shift.vehicle.license_plate, vehicle: shift.vehicle }
    : driver;
}
