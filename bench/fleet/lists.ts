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
export const readings = 100;

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

/** As `web/data` asks for them. */
const lists: Readonly<Record<string, Reading>> = {
  'the day': { path: 'rpc/today', body: {} },
  'search across everything, one driver': { path: 'rpc/search_company', body: { query: 'F-7777' } },
  'search across everything, a common word': { path: 'rpc/search_company', body: { query: 'numero' } },
  'search across everything, a telephone': { path: 'rpc/search_company', body: { query: '9 1000 7777' } },
  'search across everything, nothing found': { path: 'rpc/search_company', body: { query: 'nadie así' } },
  'drivers, first page': { path: `${drivers}&${page}0` },
  'drivers, last page': { path: `${drivers}&${page}9975` },
  'drivers, search': {
    path: `${drivers}&${or('name.imatch."77"', 'driver_code.imatch."77"', 'license_plate.ilike.*77*')}&${page}0`,
  },
  'vehicles, first page': { path: `${vehicles}&${page}0` },
  'vehicles, last page': { path: `${vehicles}&${page}4975` },
  'vehicles, search': {
    path: `${vehicles}&${or('brand_model.imatch."77"', 'colour.imatch."77"', 'license_plate.ilike.*77*')}&${page}0`,
  },
  'documents, first page': { path: `${documents}&${page}0` },
  'documents, last page': { path: `${documents}&${page}19975` },
  'documents, of drivers, last page': { path: `${documents}&owner=eq.driver&${page}9975` },
  'documents, search': {
    path: `${documents}&${or('owner_name.imatch."77"', 'number.imatch."77"', 'kind.imatch."77"')}&${page}0`,
  },
  'documents, counts on the tab': { path: 'rpc/document_counts', body: {} },
  'devices, first page': { path: 'rpc/list_devices', body: { version } },
  'devices, last page': { path: 'rpc/list_devices', body: { version, page: 80 } },
  'devices, search': { path: 'rpc/list_devices', body: { version, search: 'numero 77' } },
  'devices, one state': { path: 'rpc/list_devices', body: { version, state: 'offline' } },
};

/** @returns milliseconds */
async function read(
  server: BenchServer,
  headers: Person['headers'],
  { path, body }: Reading,
): Promise<number> {
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/rest/v1/${path}`, {
    headers: { ...headers, 'content-type': 'application/json', prefer: 'count=exact' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text}`);
  return performance.now() - start;
}

/** Reads the lists of the panel as an administrator does, while devices are on the road. @returns the rows of a table */
export async function timeLists(server: BenchServer): Promise<string> {
  const administrator = await signInAdministrator(server);
  const road = simulateDevices(server, online, seconds);
  await wait(started * 1_000);
  const rows: string[] = [];
  for (const [name, list] of Object.entries(lists)) {
    const times: number[] = [];
    for (let count = 0; count < readings; count += 1) times.push(await read(server, administrator, list));
    const at = percentiles(times);
    rows.push(`| ${name} | ${at(0.5).toFixed(1)} | ${at(0.95).toFixed(1)} |`);
  }
  const { failures } = await road;
  if (failures.length > 0) throw new Error(`${failures.length} requests of devices failed`);
  return rows.join('\n');
}
