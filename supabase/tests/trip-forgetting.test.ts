import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createActors, type Actors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { companyDay, tapsOf, tapTrip, tripDesk, type TripDesk } from '../../server/testing/trips.ts';
import { enforceRetention } from '../../backend/retention/schedule.ts';

/** The passenger goes 30 days after the trip, and the trip two years after it. */
let server: ProductApp;
let everybody: Actors;
let carla: TripDesk;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  everybody = await createActors(server);
  carla = tripDesk(server, server.as('carla'));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from trips');
  await configure({ trip_passenger_retention_days: '30', trip_retention_days: '730' });
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const configure = (settings: object) => query('select private.configure($1)', [JSON.stringify(settings)]);
/** Trips so many days ago, moved there once all are added: each new trip deletes expired ones. */
async function addPast(...days: readonly number[]): Promise<readonly string[]> {
  const trips: string[] = [];
  for (const _ of days)
    trips.push(await carla.add({ day: await companyDay(server, 5), clock: '10:00' }, { name: 'Anna' }));
  for (const [index, trip] of trips.entries())
    await query('update trips set day = private.chile_today() - $1::integer where id = $2', [
      days[index],
      trip,
    ]);
  return trips;
}
const forget = async () => {
  const [row] = await query<{ n: string }>('select private.forget_trips(now()) as n');
  return Number(row!.n);
};
const peopleOf = async () =>
  (await query<{ trip_id: string }>('select trip_id from trip_people')).map((row) => row.trip_id);
const tripIds = async () => (await query<{ id: string }>('select id from trips')).map((row) => row.id);

test('who travels goes after the term of the setting, and the trip after the other', async () => {
  const [recent, old, oldest] = (await addPast(30, 31, 731)) as [string, string, string];
  expect(await forget()).toBe(2);
  expect(await peopleOf()).toEqual([recent]);
  expect((await tripIds()).sort()).toEqual([recent, old].sort());
  expect(await carla.list(old)).toMatchObject({ is_forgotten: true, name: null });
  expect(await tripIds()).not.toContain(oldest);
  await configure({ trip_passenger_retention_days: '7', trip_retention_days: '30' });
  expect(await enforceRetention(server.context, new Date())).toMatchObject({ tripPassengers: 1 });
  expect([await peopleOf(), await tripIds()]).toEqual([[], [recent]]);
});

test('each new trip deletes expired ones, and a request without a day counts from its arrival', async () => {
  await addPast(31);
  const request = await carla.add({}, { name: 'Eva' });
  expect(await peopleOf()).toEqual([request]);
  await query(`update trips set created_at = now() - interval '32 days' where id = $1`, [request]);
  await carla.add();
  expect(await peopleOf()).toEqual([]);
});

test('whoever is saved on an old trip goes at the next run', async () => {
  const [trip] = (await addPast(40)) as [string];
  await forget();
  await carla.edit(trip, {}, { person: { name: 'Eva' } });
  expect(await peopleOf()).toEqual([trip]);
  expect(await forget()).toBe(1);
  expect(await peopleOf()).toEqual([]);
});

test('a hand-over of cash goes with the daily run, once no payment waits for it', async () => {
  await query('delete from cash_counts');
  const { driverId: driver_id } = server.as('diego');
  const driver = driver_id!;
  const day = await companyDay(server, 1);
  const trip = await carla.add({ day, clock: '10:00', driver_id });
  const counts = [randomUUID(), randomUUID(), randomUUID()] as const;
  const [expired, recent, needed] = counts;
  for (const id of [expired, recent]) await carla.call('count_cash', { id, driver, expected: 0, handed: 0 });
  const fare = { id: randomUUID(), kind: 'fare', method: 'cash', pesos: 18_000 };
  await carla.call('pay_trip', { trip, payments: [fare] });
  await carla.call('count_cash', { id: needed, driver, expected: 18_000, handed: 18_000 });
  await query(`update cash_counts set created_at = now() - interval '731 days' where id <> $1`, [recent]);
  const stored = async () => (await query<{ id: string }>('select id from cash_counts')).map(({ id }) => id);
  await forget();
  expect((await stored()).sort()).toEqual([recent, needed].sort());
  await query('delete from trips');
  await forget();
  expect(await stored()).toEqual([recent]);
});

test('the daily run passes by a trip that somebody is saving', async () => {
  const [busy, idle] = (await addPast(40, 40)) as [string, string];
  await server.context.db.transaction(async (transaction) => {
    await transaction.query('select from trips where id = $1 for update', [busy]);
    expect(await forget()).toBe(1);
    expect(await peopleOf()).toEqual([busy]);
  });
  expect(await forget()).toBe(1);
  expect(await carla.list(idle)).toMatchObject({ is_forgotten: true });
});

test('an administrator deletes a passenger at once, and the same message does not bring them back', async () => {
  const message = { key: 'k', text: 'Anna, 10:00', person: { name: 'Anna' } };
  const messages = [{ ...message, fields: { day: await companyDay(server, 5), clock: '10:00' } }];
  const [, taken] = await carla.call('take_messages', { messages });
  const [{ id: trip }] = taken as [{ id: string }];
  const olga = tripDesk(server, { request: (path, init) => everybody.request('olga', path, init) });
  expect(await olga.call('forget_trip', { trip })).toMatchObject([403, { code: 'not_admin' }]);
  expect((await carla.call('forget_trip', { trip }))[0]).toBe(204);
  expect(await carla.list(trip)).toMatchObject({ is_forgotten: true, name: null, message: null });
  expect((await carla.call('take_messages', { messages }))[1]).toMatchObject([
    { outcome: 'known', id: trip },
  ]);
  expect(await peopleOf()).toEqual([]);
  expect(await carla.call('forget_trip', { trip: randomUUID() })).toMatchObject([404, {}]);
});

test('personal data list the trips of a driver, without the passengers', async () => {
  const day = await companyDay(server, 5);
  const trip = await carla.add(
    { day, clock: '10:00', driver_id: server.as('diego').driverId },
    { name: 'Anna' },
  );
  const { code } = await carla.list(trip);
  const diego = tripDesk(server, server.as('diego'));
  const [, held] = (await diego.call('personal_data', {})) as [number, { trips: unknown }];
  expect(held.trips).toEqual([{ code, day, clock: '10:00', route: null, pesos: null }]);
  expect(JSON.stringify(held)).not.toContain('Anna');
});

/** Every row of every table as one text. */
async function dump(): Promise<string> {
  const tables = await query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relkind in ('r', 'p', 'm')
       and relnamespace in (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const [row] = await query<{ text: string | null }>(
      `select string_agg(t::text, ' ') as text from ${name} t`,
    );
    texts.push(row!.text ?? '');
  }
  return texts.join(' ');
}

const passengers = Array.from({ length: 20 }, (_, index) => ({
  name: `Zubrowka Quintessence${index}`,
  phone: `+4915177700${100 + index}`,
  address: `Calle Inventada ${4100 + index}`,
  email: `zubrowka${index}@quintessence.example`,
}));
const traces = passengers.flatMap(({ name, phone, address, email }) => [
  name,
  phone,
  phone.slice(1),
  address,
  email,
]);

/** Everything that office and driver do to a trip and its passenger, by a message, by hand and by taps. */
async function travel({ name, phone, address, email }: (typeof passengers)[number], index: number) {
  const day = await companyDay(server, 1);
  // Clocks skip the hour after midnight once a year.
  const fields = { day, clock: `${String(index + 2).padStart(2, '0')}:00`, minutes: 30, direction: 'to' };
  const text = `${name} ${phone} ${address}`;
  const person = { name, phone, email, from_text: address };
  await carla.call('take_messages', { messages: [{ key: `${phone} ${index}`, text, fields, person }] });
  const [{ trip_id: trip } = { trip_id: '' }] = await query<{ trip_id: string }>(
    'select trip_id from trip_people where name = $1',
    [name],
  );
  const { driverId: driver_id } = server.as('diego');
  expect((await carla.edit(trip, { state: 'confirmed', driver_id }))[0]).toBe(200);
  await carla.call('tell_trips', { driver: driver_id, trips: [trip] });
  await carla.call('note_trip_reply', { trip });
  const person_changed = {
    name: `${name} Soto`,
    to_text: `${address} B`,
    note: `${name} viaja con un perro`,
    sign_text: `Familia ${name}`,
  };
  expect((await carla.edit(trip, { people: 3 }, { person: person_changed }))[0]).toBe(200);
  const later = { key: `${phone} later`, text: `${text} later`, fields: { ...fields, people: 5 }, person };
  await carla.call('take_messages', { messages: [later] });
  for (const kind of ['accepted', 'on_way', 'waiting'])
    expect(await tapTrip(server, server.as('diego'), trip, kind)).toEqual([200, 'taken']);
  await carla.edit(trip, { state: 'cancelled' }, { reason: 'passenger' });
  expect(await tapTrip(server, server.as('diego'), trip, 'on_board')).toEqual([200, 'kept']);
  await carla.call('search_company', { query: name });
}

test('31 days later no row of any table has a name, number, sign or address of twenty passengers, and the taps stay', async () => {
  for (const [index, passenger] of passengers.entries()) await travel(passenger, index);
  await server.context.audit.settled();
  const before = await dump();
  expect(traces.filter((trace) => !before.includes(trace))).toEqual([]);
  const later = new Date(Date.now() + 33 * 86_400_000);
  const [row] = await query<{ n: string }>('select private.forget_trips($1) as n', [later]);
  expect(Number(row!.n)).toBe(20);
  const after = await dump();
  expect(traces.filter((trace) => after.includes(trace))).toEqual([]);
  expect(after).not.toMatch(/Zubrowka|Quintessence|Inventada/i);
  expect(await tripIds()).toHaveLength(20);
  expect(await query('select from private.trip_messages')).toEqual([]);
  const [trip] = await tripIds();
  const taps = await tapsOf(server, trip!);
  expect(taps.map(({ kind }) => kind)).toEqual(['accepted', 'on_way', 'waiting', 'on_board']);
  expect(await carla.list(trip!)).toMatchObject({ is_forgotten: true, sign_text: null });
});
