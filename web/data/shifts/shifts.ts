import { callBackend } from '../client.ts';
import type { OwnShift, Shift, Vehicle } from './driverAtWheel.ts';

/** A vehicle that the driver may take. */
export interface OfferedVehicle extends Vehicle {
  /** The company has assigned it to the driver; anybody may take the others. */
  readonly isOwn: boolean;
}

const vehicleColumns = 'id,license_plate,class,brand_model,colour';

/** The newest shift of a driver, open or ended; null before the first one, and when the driver may not take that vehicle any more. */
export async function readLastShift(driverId: string): Promise<Shift | null> {
  const select = `id,device_id,started_at,ended_at,vehicle:vehicles(${vehicleColumns})`;
  const [last] = await callBackend<(Omit<Shift, 'vehicle'> & { readonly vehicle: Vehicle | null })[]>(
    `rest/v1/shifts?select=${select}&driver_id=eq.${driverId}&order=started_at.desc,id&limit=1`,
  );
  return last?.vehicle ? { ...last, vehicle: last.vehicle } : null;
}

const ownShiftDays = 30;

/** The driver's own shifts of the last 30 days, the newest first. */
export function listOwnShifts(driverId: string): Promise<readonly OwnShift[]> {
  const since = new Date(Date.now() - ownShiftDays * 86_400_000).toISOString();
  return callBackend(
    `rest/v1/shifts?select=id,license_plate,started_at,ended_at&driver_id=eq.${driverId}` +
      `&started_at=gte.${since}&order=started_at.desc,id`,
  );
}

/** The most vehicles in the list. In a company with thousands, the driver finds the others by their plate. */
export const vehiclesShown = 30;

/** The policies show a driver the own assignments only. */
type OfferedVehicleRow = Vehicle & { readonly vehicle_drivers: readonly object[] };

/**
 * The vehicles that the signed-in driver may take, the assigned ones first, then by plate; of the others `vehiclesShown` at most.
 * @param plate part of the plate, as stored
 */
export async function listVehicles(plate = ''): Promise<readonly OfferedVehicle[]> {
  const matching = (table: string) =>
    plate === '' ? '' : `&${table}license_plate=like.*${encodeURIComponent(plate)}*`;
  const [own, all] = await Promise.all([
    // From the few assignments: from the vehicles, the database would look at each one.
    callBackend<{ readonly vehicles: Vehicle }[]>(
      `rest/v1/vehicle_drivers?select=vehicles!inner(${vehicleColumns})${matching('vehicles.')}&order=vehicles(license_plate)`,
    ),
    callBackend<OfferedVehicleRow[]>(
      `rest/v1/vehicles?select=${vehicleColumns},vehicle_drivers(driver_id)${matching('')}&order=license_plate&limit=${vehiclesShown}`,
    ),
  ]);
  const others = all.filter(({ vehicle_drivers: assigned }) => assigned.length === 0);
  return [
    ...own.map(({ vehicles: vehicle }) => ({ ...vehicle, isOwn: true })),
    ...others.map((vehicle) => ({ ...vehicle, isOwn: false })),
  ];
}

/**
 * Starts the signed-in driver's shift in a vehicle; a shift in another vehicle ends.
 * @param takeOver ends the shift of the driver who has the vehicle
 * @throws DataError `vehicle_in_use`, with that driver's name in `details`; `vehicle_not_found`, `driver_not_in_service`
 */
export async function startShift(vehicle: string, device: string | null, takeOver: boolean): Promise<void> {
  const body = { vehicle, device, take_over: takeOver };
  await callBackend('rest/v1/rpc/start_shift', { method: 'POST', body });
}

/** Ends an open shift of the signed-in driver, or anybody's for an administrator; an ended one stays as it is. */
export async function endShift(shift: string): Promise<void> {
  await callBackend('rest/v1/rpc/end_shift', { method: 'POST', body: { shift } });
}
