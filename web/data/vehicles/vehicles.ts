import type { VehicleFields, VehicleRow } from '../../../shared/records/vehicle.ts';
import type { DriverOption } from '../drivers/driverRecords.ts';
import { readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';
import { getDatabase } from '../database.ts';
import { DataError, unwrap } from '../errors.ts';

/** A vehicle as an administrator sees it. */
export type ListedVehicle = VehicleRow & {
  /** Everybody may take a vehicle without any. */
  readonly drivers: readonly DriverOption[];
  /** The open shift, with the name of its driver. */
  readonly shift: (OpenShift & { readonly name: string }) | null;
};

interface OpenShift {
  readonly id: string;
  readonly started_at: string;
  readonly driver_id: string | null;
}

const select =
  '*,vehicle_drivers(driver:drivers(id,name,license_plate)),shifts(id,started_at,driver_id,driver:drivers(name))' as const;

interface SelectedVehicle extends VehicleRow {
  readonly vehicle_drivers: readonly { readonly driver: DriverOption }[];
  readonly shifts: readonly (OpenShift & {
    /** Null only while the driver is being deleted. */
    readonly driver: { readonly name: string } | null;
  })[];
}

function listed({ vehicle_drivers: assigned, shifts, ...vehicle }: SelectedVehicle): ListedVehicle {
  const [shift = null] = shifts.map(({ driver, ...open }) => ({ ...open, name: driver?.name ?? '' }));
  return {
    ...vehicle,
    drivers: assigned.map(({ driver }) => driver).sort((a, b) => a.name.localeCompare(b.name)),
    shift,
  };
}

interface VehicleFilter extends SortedList<'vehicles'> {
  readonly search: string;
}

/** One page of the matching vehicles (`page` from 1), by plate, with their drivers and who drives them now. */
export async function listVehiclesPage(
  { search, ...order }: VehicleFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<ListedVehicle>> {
  const { rows, ...found } = await readPage<SelectedVehicle>(page, (from, to) => {
    let query = getDatabase().from('vehicles').select(select, { count: 'exact' }).is('shifts.ended_at', null);
    for (const filter of searchFilters(search, 'vehicles')) query = query.or(filter);
    return sorted(query, order).order('license_plate').range(from, to).abortSignal(signal);
  });
  return { ...found, rows: rows.map(listed) };
}

/** @returns null when the vehicle is gone */
export async function getVehicle(id: string): Promise<ListedVehicle | null> {
  const query = getDatabase().from('vehicles').select(select).is('shifts.ended_at', null).eq('id', id);
  const [found] = unwrap(await query);
  return found ? listed(found) : null;
}

/** @param plate as stored: `BBCD12` @throws DataError `vehicle_not_found` */
export async function vehicleIdOf(plate: string): Promise<string> {
  const [vehicle] = unwrap(await getDatabase().from('vehicles').select('id').eq('license_plate', plate));
  if (!vehicle) throw new DataError('vehicle_not_found', 'There is no such vehicle', 404);
  return vehicle.id;
}

const idsWithout = (some: readonly DriverOption[], others: readonly DriverOption[]): string[] =>
  some.filter(({ id }) => !others.some((other) => other.id === id)).map(({ id }) => id);

/**
 * Writes a vehicle and its drivers, both or neither.
 * @param base the vehicle as it was; null for a new one
 * @param fields of an existing vehicle only those that change
 * @throws DataError `23505` for a plate that another vehicle has, `edit_conflict` when somebody else was faster, `not_found` when the vehicle is gone
 */
export async function saveVehicle(
  base: ListedVehicle | null,
  fields: Partial<VehicleFields>,
  drivers: readonly DriverOption[],
): Promise<void> {
  const before = base?.drivers ?? [];
  const links = { added: idsWithout(drivers, before), removed: idsWithout(before, drivers) };
  const known = base && { vehicle: base.id, version: base.version };
  unwrap(await getDatabase().rpc('save_vehicle', { fields, ...links, ...known }));
}

/** Assigns drivers to a vehicle, beside those that it has. */
export async function assignDrivers(vehicleId: string, drivers: readonly DriverOption[]): Promise<void> {
  const added = drivers.map(({ id }) => id);
  unwrap(await getDatabase().rpc('save_vehicle', { fields: {}, vehicle: vehicleId, added }));
}

/** @throws DataError `vehicle_in_use` while a shift is open, `not_found` when the vehicle is gone already */
export async function deleteVehicle(id: string): Promise<void> {
  const deleted = unwrap(await getDatabase().from('vehicles').delete().eq('id', id).select('id'));
  if (deleted.length === 0) throw new DataError('not_found', 'No vehicle was deleted', 404);
}

/** A vehicle to add, or, with `id` and `version`, to change. */
export type ImportedVehicle = VehicleFields & Partial<Pick<VehicleRow, 'id' | 'version'>>;

/** Adds and changes vehicles, all or none. @throws DataError `edit_conflict`, with the places of the vehicles in `details` */
export async function importVehicles(vehicles: readonly ImportedVehicle[]): Promise<void> {
  unwrap(await getDatabase().rpc('import_vehicles', { vehicles: vehicles.map((each) => ({ ...each })) }));
}

/** The plate of a vehicle, by which the reviews are filtered; null for one that is gone. */
export async function readPlate(id: string, signal: AbortSignal): Promise<string | null> {
  const query = getDatabase().from('vehicles').select('license_plate').eq('id', id);
  return unwrap(await query.abortSignal(signal))[0]?.license_plate ?? null;
}

/** Plates that a form suggests. */
const platesSuggested = 200;

/** The first plates of the company's vehicles; none for a company without vehicles. */
export async function vehiclePlates(): Promise<readonly string[]> {
  const query = getDatabase().from('vehicles').select('license_plate').order('license_plate');
  return unwrap(await query.limit(platesSuggested)).map(({ license_plate: plate }) => plate);
}
