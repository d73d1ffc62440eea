import { setTimeout as wait } from 'node:timers/promises';
import { percentiles } from '../../backend/bench/machine/load.ts';
import type { Person } from '../../backend/bench/machine/person.ts';
import type { BenchServer } from '../../backend/bench/machine/server.ts';
import { signInAdministrator } from '../administrator.ts';
import { simulateDevices } from '../../e2e/long/devices/simulate.ts';

/** On the road while the lists are read. */
export const online = 100;
/** How long they are, and after which time all of them have started, in seconds. */
const [seconds, started] = [150, 60];
/** How often each list is read. */
export const repetitions = 100;

const page = 'limit=25&offset=';
const drivers = 'drivers?select=*&order=approved.asc,pending_photo_url.asc,name.asc,id.asc';
const vehicles =
  'vehicles?select=*,vehicle_drivers(driver:drivers(id,name,license_plate)),shifts(id,started_at,driver:drivers(name))' +
  '&shifts.ended_at=is.null&order=license_plate.asc';
const documents = 'document_list?select=*&order=expires_on.asc,id.asc';
const or = (...conditions: readonly string[]) => `or=(${conditions.join(',')})`;
const version = 'version';

interface Reading {
  readonly path: string;
  /** The arguments, for a call. */
  readonly body?: object;
}

/** The requests that the pages of a driver and of a vehicle share, as `web/data` makes them. */
const cards = (owner: 'driver' | 'vehicle', id: string, shifts: object): readonly Reading[] => [
  { path: `${documents}&or=(driver_id.eq.${id},vehicle_id.eq.${id})&limit=100` },
  { path: 'rpc/list_shifts_by', body: { sort: '', ...shifts, per_page: 5 } },
  { path: 'rpc/list_reviews_by', body: { sort: '', [owner]: id, per_page: 3 } },
  { path: `devices?select=id,name,last_seen,battery&${owner}_id=eq.${id}&order=last_seen.desc&limit=5` },
  {
    path: `printed_cards?select=id,kind,folio,printed_at&${owner}_id=eq.${id}&order=printed_at.desc&limit=3`,
  },
];
const driverPage = (id: string): readonly Reading[] => [
  { path: `drivers?select=*&id=eq.${id}` },
  { path: 'rpc/shared_driver_codes', body: { drivers: [id] } },
  {
    path: `case_list?select=*&driver_id=eq.${id}&is_held=is.false&order=is_closed,state.desc,due_on,id&limit=3`,
  },
  ...cards('driver', id, { driver: id }),
];
const vehiclePage = (id: string, plate: string): readonly Reading[] => [
  { path: `${vehicles}&id=eq.${id}` },
  ...cards('vehicle', id, { search: plate }),
];

/** By a heading of the list, before its own order. */
const sortedBy = (list: string, sort: string) => list.replace('order=', `order=${sort}.desc.nullslast,`);

/** As `web/data` asks for them. */
const lists: Readonly<Record<string, Reading>> = {
  'the day': { path: 'rpc/today', body: {} },
  'search across everything, one driver': { path: 'rpc/search_company', body: { query: 'F-7777' } },
  'search across everything, a common word': { path: 'rpc/search_company', body: { query: 'numero' } },
  'search across everything, a telephone': { path: 'rpc/search_company', body: { query: '9 1000 7777' } },
  'search across everything, nothing found': { path: 'rpc/search_company', body: { query: 'nadie así' } },
  'drivers, first page': { path: `${drivers}&${page}0` },
  'drivers, last page': { path: `${drivers}&${page}9975` },
  'drivers, by plate': { path: `${sortedBy(drivers, 'license_plate')}&${page}0` },
  'drivers, search': {
    path: `${drivers}&${or('name.imatch."77"', 'driver_code.imatch."77"', 'license_plate.ilike.*77*')}&${page}0`,
  },
  'vehicles, first page': { path: `${vehicles}&${page}0` },
  'vehicles, last page': { path: `${vehicles}&${page}4975` },
  'vehicles, by brand': { path: `${sortedBy(vehicles, 'brand_model')}&${page}0` },
  'vehicles, search': {
    path: `${vehicles}&${or('brand_model.imatch."77"', 'colour.imatch."77"', 'license_plate.ilike.*77*')}&${page}0`,
  },
  'documents, first page': { path: `${documents}&${page}0` },
  'documents, last page': { path: `${documents}&${page}19975` },
  'documents, of drivers, last page': { path: `${documents}&owner=eq.driver&${page}9975` },
  'documents, by owner': { path: `${sortedBy(documents, 'owner_name')}&${page}0` },
  'documents, by kind': { path: `${sortedBy(documents, 'kind')}&${page}0` },
  'documents, search': {
    path: `${documents}&${or('owner_name.imatch."77"', 'number.imatch."77"', 'kind.imatch."77"')}&${page}0`,
  },
  'documents, counts on the tab': { path: 'rpc/document_counts', body: {} },
  'devices, first page': { path: 'rpc/list_devices_by', body: { sort: '', version } },
  'devices, last page': { path: 'rpc/list_devices_by', body: { sort: '', version, page: 80 } },
  'devices, search': { path: 'rpc/list_devices_by', body: { sort: '', version, search: 'numero 77' } },
  'devices, by name': { path: 'rpc/list_devices_by', body: { sort: '-name', version } },
  'devices, by last signal': { path: 'rpc/list_devices_by', body: { sort: 'last_seen', version } },
  'shifts, by driver': { path: 'rpc/list_shifts_by', body: { sort: 'driver_name' } },
  'shifts, by plate': { path: 'rpc/list_shifts_by', body: { sort: '-license_plate' } },
  'drivers without a shift, by the last one': {
    path: 'rpc/list_drivers_without_shift_by',
    body: { sort: 'started_at' },
  },
  'devices, one state': { path: 'rpc/list_devices_by', body: { sort: '', version, state: 'offline' } },
};

async function read(
  server: BenchServer,
  headers: Person['headers'],
  { path, body }: Reading,
): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${server.port}/rest/v1/${path}`, {
    headers: { ...headers, 'content-type': 'application/json', prefer: 'count=exact' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text}`);
  return JSON.parse(text);
}

/** Reads the lists of the panel as an administrator does, while devices are on the road. @returns the rows of a table */
export async function timeLists(server: BenchServer): Promise<string> {
  const administrator = await signInAdministrator(server);
  const road = simulateDevices(server, online, seconds);
  await wait(started * 1_000);
  const middleOf = async (table: string) => {
    const path = `${table}?select=id,license_plate&order=id&limit=1&offset=2500`;
    const [row] = (await read(server, administrator, { path })) as readonly Record<string, string>[];
    return row!;
  };
  const [driver, vehicle] = await Promise.all([middleOf('drivers'), middleOf('vehicles')]);
  const measured: Readonly<Record<string, readonly Reading[]>> = {
    ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [list]])),
    'the page of a driver': driverPage(driver['id']!),
    'the page of a vehicle': vehiclePage(vehicle['id']!, vehicle['license_plate']!),
  };
  const rows: string[] = [];
  for (const [name, readings] of Object.entries(measured)) {
    const times: number[] = [];
    for (let count = 0; count < repetitions; count += 1) {
      const start = performance.now();
      await Promise.all(readings.map((reading) => read(server, administrator, reading)));
      times.push(performance.now() - start);
    }
    const at = percentiles(times);
    rows.push(`| ${name} | ${at(0.5).toFixed(1)} | ${at(0.95).toFixed(1)} |`);
  }
  const { failures } = await road;
  if (failures.length > 0) throw new Error(`${failures.length} requests of devices failed`);
  return rows.join('\n');
}
