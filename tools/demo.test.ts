import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, freePort, runProgram, untilSaid, type Program } from '../backend/testing/processes.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { drivers, password } from './demo/people.ts';
import { announcementCount } from './demo/announcements.ts';
import type { Content } from '../shared/content/content.ts';
import { parseBookings } from '../shared/booking/parse.ts';
import { bookingCount } from './demo/bookings.ts';
import { cardCount } from './demo/cards.ts';
import { caseCount } from './demo/cases.ts';
import { requestCount } from './demo/rights.ts';
import { deviceCount, reviewCount } from './demo/rows.ts';

let folder = '';
let url = '';
let demo: Program;

async function start(dataDir: string, port: number): Promise<Program> {
  const program = runProgram(process.execPath, ['tools/demo.ts'], { DATA_DIR: dataDir, PORT: String(port) });
  await untilSaid(program, 'is ready');
  return program;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-demo-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  demo = await start(join(folder, 'demo'), port);
}, 120_000);

afterAll(async () => {
  demo.process.kill('SIGTERM');
  await ended(demo);
  await rm(folder, { recursive: true, force: true });
});

async function connect(): Promise<SupabaseClient> {
  const secrets = await readFile(join(folder, 'demo', 'secrets.json'), 'utf8');
  const { publishableKey } = JSON.parse(secrets) as { publishableKey: string };
  return createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** Signs in with what the demo has printed for the person. */
async function signIn(label: string): Promise<SupabaseClient> {
  const email = new RegExp(`${label}: +(\\S+)`).exec(demo.output())?.[1] ?? '';
  const client = await connect();
  const { error } = await client.auth.signInWithPassword({ email, password });
  expect(error).toBeNull();
  return client;
}

async function count(client: SupabaseClient, table: string): Promise<number | null> {
  return (await client.from(table).select('*', { count: 'exact', head: true })).count;
}

test('the administrator sees the company', async () => {
  const client = await signIn('Administrator');
  const tables = ['drivers', 'vehicles', 'reviews'];
  const counts = await Promise.all(tables.map((table) => count(client, table)));
  expect(counts).toEqual([12, 8, reviewCount]);
  expect((await client.rpc('content_history')).data).toHaveLength(2);
  const { data: releases } = await client.from('content_releases').select('content').eq('id', 2);
  const [release] = releases as readonly { readonly content: Content }[];
  expect(release?.content.meetingPoints?.map(({ name }) => name.de?.text)).toEqual([
    'Terminal 2 · internationale Flüge',
    'Terminal 1 · Inlandsflüge',
  ]);
  const { data: rows } = await client.from('drivers').select('state, photo_url').order('name');
  expect(new Set(rows?.map(({ state }) => state as string))).toEqual(
    new Set(['active', 'invited', 'waiting', 'left']),
  );
  const photos = await Promise.all(rows?.map(({ photo_url }) => fetch(`${url}${photo_url}`)) ?? []);
  expect(photos.map(({ status }) => status)).toEqual(drivers.map(() => 200));
});

test('the office sees the company and no accounts’ log', async () => {
  const client = await signIn('Office');
  expect(await count(client, 'drivers')).toBe(12);
  expect((await client.rpc('audit_log')).error?.code).toBe('not_admin');
});

test('shifts are open and past, documents expire, a tablet is offline and a battery is low', async () => {
  const client = await signIn('Administrator');
  const open = await client.from('shifts').select('id').is('ended_at', null);
  expect([open.data?.length, (await count(client, 'shifts'))! > 100]).toEqual([5, true]);
  const { data: documents } = await client.rpc('document_counts');
  expect(documents).toEqual([{ expired: 2, within_7: 2, within_14: 2, within_30: 2, waiting: 1 }]);
  const { data: counts } = await client.rpc('device_counts');
  expect(counts).toMatchObject([{ offline: 1, dark: 0, old: 0, ratings: 1 }]);
  const { data: listed } = await client.rpc('list_devices');
  const rows = listed as readonly { readonly battery: number; readonly total: number }[];
  expect(rows[0]!.total).toBe(deviceCount);
  expect(rows.filter(({ battery }) => battery < 15)).toHaveLength(1);
});

test('the driver sees the own record and ratings, and is on shift', async () => {
  const client = await signIn('Driver');
  const { data } = await client.from('drivers').select('name, review_count');
  expect(data).toEqual([{ name: drivers[0]?.name, review_count: await count(client, 'reviews') }]);
  expect((await client.from('shifts').select('id').is('ended_at', null)).data).toHaveLength(1);
});

test('a passenger’s phone sees who drives', async () => {
  const address = /Passenger’s phone: (\S+)/.exec(demo.output())?.[1] ?? '';
  expect(address).toMatch(new RegExp(`^${url}/verify/`));
  const { data } = await (await connect()).rpc('verify_driver', { code: address.split('/').at(-1) });
  expect(data).toMatchObject([{ first_name: 'Diego', license_plate: drivers[0]?.plate }]);
});

test('the demo prints a driver’s phone and the page of the trip that stands there', async () => {
  const [, phone] = /Driver’s phone: +(\S+)/.exec(demo.output()) ?? [];
  expect(phone).toBe(`${url}/mis-viajes`);
  const [, secret] = /Passenger’s trip: +\S+\/trip#(\S+)/.exec(demo.output()) ?? [];
  const { data: trip } = await (await connect()).rpc('trip_page', { secret });
  const driver = await signIn('Driver');
  const { data: own } = await driver.rpc('own_trips');
  const codes = (own as { readonly trips: readonly { readonly code: string }[] }).trips.map(
    ({ code }) => code,
  );
  expect(codes).toContain((trip as { readonly code: string }).code);
  expect(demo.output()).toContain(`of the trip ${(trip as { readonly code: string }).code}`);
});

test('the demo starts again as it was', async () => {
  demo.process.kill('SIGTERM');
  await ended(demo);
  demo = await start(join(folder, 'demo'), Number(new URL(url).port));
  expect(demo.output()).toContain('made on ');
  expect(await count(await signIn('Administrator'), 'reviews')).toBe(reviewCount);
  expect(await count(await signIn('Administrator'), 'cases')).toBe(caseCount);
  expect(await count(await signIn('Office'), 'printed_cards')).toBe(cardCount);
  const { data } = await (await signIn('Administrator')).rpc('list_announcements');
  expect(data).toHaveLength(announcementCount);
  expect(await count(await signIn('Administrator'), 'rights_requests')).toBe(requestCount);
}, 60_000);

test('the chat that it names has bookings of the next days, all with a price', async () => {
  const path = /Bookings to paste: (.+)/.exec(demo.output())?.[1] ?? '';
  const { bookings, unread } = parseBookings(await readFile(path, 'utf8'));
  expect(bookingCount).toBe(20);
  expect([bookings.length, unread]).toEqual([bookingCount, []]);
  expect(bookings.filter(({ booking, differs }) => booking.pesos === null || differs.length > 0)).toEqual([]);
});

test('the demo refuses a folder that holds anything else, and leaves it as it is', async () => {
  const other = await mkdtemp(join(folder, 'other-'));
  await writeFile(join(other, 'secrets.json'), '{}');
  const program = runProgram(process.execPath, ['tools/demo.ts'], { DATA_DIR: other });
  expect(await ended(program)).toBe(1);
  expect(program.output()).toContain(`${other} holds something else than a demo`);
  expect(await readFile(join(other, 'secrets.json'), 'utf8')).toBe('{}');
});
