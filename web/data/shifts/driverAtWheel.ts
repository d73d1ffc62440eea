import type { Database } from '../../../shared/database.types.ts';
import type { VehicleRow } from '../../../shared/records/vehicle.ts';
import { isVerified } from '../drivers/driverState.ts';
import type { Driver } from '../drivers/drivers.ts';

// Part of the first load: without calls to the backend.

/** As much of a vehicle as its driver and passengers see. */
export type Vehicle = Pick<VehicleRow, 'id' | 'license_plate' | 'class' | 'brand_model' | 'colour'>;

type ShiftRow = Database['public']['Tables']['shifts']['Row'];

/** Times are ISO 8601; `device_id` is the device that started it. */
export type Shift = Pick<ShiftRow, 'id' | 'device_id' | 'started_at' | 'ended_at'> & {
  readonly vehicle: Vehicle;
};
/** A shift in the driver's own list. */
export type OwnShift = Pick<ShiftRow, 'id' | 'license_plate' | 'started_at' | 'ended_at'>;

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
