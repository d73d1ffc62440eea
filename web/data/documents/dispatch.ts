import { readEveryRow } from '../list/page.ts';
import { getDatabase } from '../database.ts';
import { readLacking } from './documentGrid.ts';

interface Dispatchable {
  readonly id: string;
  /**
   * The last day on which all critical documents are in force, as `2026-11-30`; null: beyond the day that was asked for;
   * empty while one is missing, which is never in force.
   */
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

/** The columns of `document_list` that decide it. */
interface CriticalDocument {
  readonly id: string;
  readonly driver_id: string | null;
  readonly vehicle_id: string | null;
  readonly expires_on: string;
  readonly override_until: string | null;
}

/** The first day on which a critical document expires, by the id of its driver or vehicle. */
async function readExpiries(before: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const documents = await readEveryRow((from, to) =>
    getDatabase()
      .from('document_list')
      .select('id,driver_id,vehicle_id,expires_on,override_until', { count: 'exact' })
      .eq('critical', true)
      .lt('expires_on', before)
      .order('expires_on')
      .order('id')
      .range(from, to)
      .abortSignal(signal)
      .overrideTypes<CriticalDocument[], { merge: false }>(),
  );
  const first = new Map<string, string>();
  for (const { driver_id, vehicle_id, expires_on: expiry, override_until: until } of documents) {
    const owner = driver_id ?? vehicle_id;
    if (owner === null) continue;
    const day = until !== null && until > expiry ? until : expiry;
    const known = first.get(owner);
    if (known === undefined || day < known) first.set(owner, day);
  }
  return first;
}

/**
 * Reads all active drivers and all vehicles.
 * @param before the day after the last trip, as `2026-12-24`: documents that expire later are not read
 */
export async function readAssignableFleet(before: string, signal: AbortSignal): Promise<AssignableFleet> {
  const database = getDatabase();
  const [drivers, vehicles, shifts, expiries, ...lacking] = await Promise.all([
    readEveryRow((from, to) =>
      database
        .from('drivers')
        .select('id,name', { count: 'exact' })
        .eq('state', 'active')
        .order('name')
        .order('id')
        .range(from, to)
        .abortSignal(signal),
    ),
    readEveryRow((from, to) =>
      database
        .from('vehicles')
        .select('id,license_plate,brand_model,seats,bags', { count: 'exact' })
        .order('license_plate')
        .order('id')
        .range(from, to)
        .abortSignal(signal),
    ),
    readEveryRow((from, to) =>
      database
        .from('shifts')
        .select('id,driver_id', { count: 'exact' })
        .is('ended_at', null)
        .order('id')
        .range(from, to)
        .abortSignal(signal),
    ),
    readExpiries(before, signal),
    readLacking('driver', signal),
    readLacking('vehicle', signal),
  ]);
  const driving = new Set(shifts.map(({ driver_id: id }) => id));
  const inForceUntil = (id: string) => (lacking.some((ids) => ids.has(id)) ? '' : (expiries.get(id) ?? null));
  return {
    drivers: drivers.map((driver) => ({
      ...driver,
      inShift: driving.has(driver.id),
      inForceUntil: inForceUntil(driver.id),
    })),
    vehicles: vehicles.map((vehicle) => ({
      ...vehicle,
      inForceUntil: inForceUntil(vehicle.id),
    })),
  };
}
