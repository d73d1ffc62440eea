import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';

/** The backend returns no more rows at once. */
const mostRows = 1_000;

interface Dispatchable {
  readonly id: string;
  /** The last day on which all critical documents are in force, as `2026-11-30`; null: beyond the day that was asked for. */
  readonly inForceUntil: string | null;
}

/** An active driver, as the office assigns them. */
export interface AssignableDriver extends Dispatchable {
  readonly name: string;
  /** The driver has an open shift now. */
  readonly inShift: boolean;
}

/** A vehicle, as the office assigns it. */
export interface AssignableVehicle extends Dispatchable {
  readonly license_plate: string;
  readonly brand_model: string | null;
  readonly seats: number | null;
  readonly bags: number | null;
}

/** The fleet that trips are assigned to. */
export interface AssignableFleet {
  readonly drivers: readonly AssignableDriver[];
  readonly vehicles: readonly AssignableVehicle[];
}

/** The first day on which a critical document expires, by the id of its driver or vehicle. */
async function readExpiries(before: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const documents = unwrap(
    await getDatabase()
      .from('papers')
      .select('driver_id,vehicle_id,expires_on,override_until')
      .eq('critical', true)
      .lt('expires_on', before)
      .limit(mostRows)
      .abortSignal(signal),
  );
  const first = new Map<string, string>();
  for (const {
    driver_id: driver,
    vehicle_id: vehicle,
    expires_on: expiry,
    override_until: until,
  } of documents) {
    const owner = driver ?? vehicle;
    if (owner === null || expiry === null) continue;
    const day = until !== null && until > expiry ? until : expiry;
    const known = first.get(owner);
    if (known === undefined || day < known) first.set(owner, day);
  }
  return first;
}

/**
 * Reads the active drivers and the vehicles, a thousand of each at most.
 * @param before the day after the last trip, as `2026-12-24`: documents that expire later are not read
 */
export async function readAssignableFleet(before: string, signal: AbortSignal): Promise<AssignableFleet> {
  const database = getDatabase();
  const [drivers, vehicles, shifts, expiries] = await Promise.all([
    database
      .from('drivers')
      .select('id,name')
      .eq('state', 'active')
      .order('name')
      .order('id')
      .limit(mostRows)
      .abortSignal(signal),
    database
      .from('vehicles')
      .select('id,license_plate,brand_model,seats,bags')
      .order('license_plate')
      .limit(mostRows)
      .abortSignal(signal),
    database.from('shifts').select('driver_id').is('ended_at', null).limit(mostRows).abortSignal(signal),
    readExpiries(before, signal),
  ]);
  const driving = new Set(unwrap(shifts).map(({ driver_id: id }) => id));
  const inForceUntil = (id: string) => expiries.get(id) ?? null;
  return {
    drivers: unwrap(drivers).map((driver) => ({
      ...driver,
      inShift: driving.has(driver.id),
      inForceUntil: inForceUntil(driver.id),
    })),
    vehicles: unwrap(vehicles).map((vehicle) => ({
      ...vehicle,
      inForceUntil: inForceUntil(vehicle.id),
    })),
  };
}
