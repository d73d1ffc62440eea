import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import { readRpcPage, type Page, type WantedPage } from '../list/page.ts';
import { withoutControls } from '../list/search.ts';
import type { SortedByFunction } from '../list/sort.ts';
import type { FunctionRow, Known } from '../rows.ts';
import type { DeviceAction } from './devices.ts';

/** The conditions of a device that need somebody, as `list_devices_by` of the database tells them. */
export const troubles = ['offline', 'dark', 'battery', 'old', 'release', 'clock', 'ratings'] as const;
export type Trouble = (typeof troubles)[number];
/** A condition that the list can be filtered by. */
export type DeviceCondition = Trouble | 'fine';

/** A device as `list_devices_by` returns it. Times are ISO 8601. */
type DeviceRow = Known<
  FunctionRow<'list_devices_by'>,
  {
    /** Empty until an administrator names it. */
    readonly name: string;
    readonly driver_id: string | null;
    readonly driver_name: string | null;
    readonly license_plate: string | null;
    /** None for a device in order. */
    readonly states: readonly Trouble[];
    readonly app_version: string | null;
    readonly content_release: number | null;
    readonly last_painted_at: string | null;
    readonly battery: number | null;
    readonly charging: boolean | null;
    readonly network: string | null;
    /** In bytes. */
    readonly storage_used: number | null;
    readonly storage_persisted: boolean | null;
    readonly wake_lock: string | null;
    readonly clock_offset_ms: number | null;
    readonly unsent_ratings: number | null;
    readonly screen: string | null;
    readonly last_error: string | null;
    readonly report: string | null;
    readonly reported_at: string | null;
    readonly wanted_action: DeviceAction | null;
    readonly wanted_at: string | null;
    readonly done_action: DeviceAction | null;
    readonly done_at: string | null;
  }
>;

/** A device as an administrator sees it, with the plate of the open shift's vehicle, else the driver's own. */
export interface ListedDevice extends DeviceRow {
  /** The plate is that of the open shift's vehicle. */
  readonly in_shift: boolean;
}

export interface DevicePage extends Page<ListedDevice> {
  /** How many devices of the search are in each state. */
  readonly counts: FunctionRow<'device_counts'>;
}

/** Filters; empty text for none. */
interface DeviceFilter extends SortedByFunction<'list_devices_by'> {
  readonly search: string;
  readonly state: DeviceCondition | '';
}

/**
 * One page of the devices, those that need somebody first unless a heading sorts them.
 * @param version that the server gives out now
 */
export async function listDevices(
  { search, state, sort = '' }: DeviceFilter,
  version: string,
  page: WantedPage,
  signal: AbortSignal,
): Promise<DevicePage> {
  const wanted = { search: withoutControls(search), version };
  const [found, counts] = await Promise.all([
    readRpcPage(page, signal, (part) =>
      getDatabase().rpc('list_devices_by', { ...wanted, state, sort, ...part }),
    ),
    getDatabase().rpc('device_counts', wanted).abortSignal(signal).single(),
  ]);
  const rows = await withPlates(found.rows as readonly DeviceRow[], signal);
  return { ...found, rows, counts: unwrap(counts) };
}

/**
 * Adds the plates as they are now. The row of a device has the vehicle of its last report: a driver whose vehicle somebody else took
 * over meanwhile, and whose device is offline, would stand in that vehicle still.
 */
async function withPlates(
  devices: readonly DeviceRow[],
  signal: AbortSignal,
): Promise<readonly ListedDevice[]> {
  const ids = [...new Set(devices.flatMap(({ driver_id: id }) => id ?? []))];
  if (ids.length === 0) return devices.map((device) => ({ ...device, in_shift: false }));
  const query = getDatabase()
    .from('drivers')
    .select('id,license_plate,shifts(vehicle:vehicles(license_plate))')
    .in('id', ids)
    .is('shifts.ended_at', null);
  const drivers = new Map(unwrap(await query.abortSignal(signal)).map((driver) => [driver.id, driver]));
  return devices.map((device) => {
    const driver = drivers.get(device.driver_id ?? '');
    const vehicle = driver?.shifts[0]?.vehicle?.license_plate;
    return {
      ...device,
      license_plate: vehicle ?? driver?.license_plate ?? null,
      in_shift: vehicle !== undefined,
    };
  });
}

/** The devices of a driver, or those last seen in a vehicle, the newest signal first. */
export async function listDevicesOf(owner: 'driver' | 'vehicle', id: string, signal: AbortSignal) {
  const query = getDatabase().from('devices').select('id,name,last_seen,battery').eq(`${owner}_id`, id);
  return unwrap(await query.order('last_seen', { ascending: false }).limit(5).abortSignal(signal));
}

/** Asks a device for something; null withdraws the command. @throws DataError `not_found` */
export async function askDevice(id: string, action: DeviceAction | null): Promise<void> {
  unwrap(await getDatabase().rpc('ask_device', { device: id, action: action ?? '' }));
}

/** @throws DataError `PGRST116` when it is gone */
export async function renameDevice(id: string, name: string): Promise<void> {
  unwrap(await getDatabase().from('devices').update({ name }).eq('id', id).select('id').single());
}

export async function forgetDevice(id: string): Promise<void> {
  unwrap(await getDatabase().from('devices').delete().eq('id', id));
}

/** A link that sets a device up; `expires_at` is ISO 8601. */
export type SetupLink = FunctionRow<'create_device_link'>;

/** @throws DataError `driver_without_account`, `driver_not_found`, `over_request_rate_limit` */
export async function createSetupLink(driver: string, name: string): Promise<SetupLink> {
  const [link] = unwrap(await getDatabase().rpc('create_device_link', { driver, name }));
  if (!link) throw new Error('The backend made no link');
  return link;
}
