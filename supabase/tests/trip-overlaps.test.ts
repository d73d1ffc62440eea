import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '../../backend/db/database.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { addTripVehicle, companyDay, tripDesk, type TripDesk } from '../../server/testing/trips.ts';

/** One driver and one vehicle make one trip at a time, unless somebody says so, or a landing does. */
let server: ProductApp;
let carla: TripDesk;
let day = '';
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
  // Near enough for the needs `overlap` and `tight`.
  day = await companyDay(server, 5);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['trips', 'vehicles']) await query(`delete from ${table}`);
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const diego = () => server.as('diego').driverId!;
const elena = () => server.as('elena').driverId!;
const at = (clock: string, fields: object = {}) =>
  carla.add({ state: 'confirmed', day, clock, minutes: 60, driver_id: diego(), ...fields });
const clashes = async (trip: string) =>
  (await carla.list(trip)).needs.filter((need) => need === 'overlap' || need === 'tight');
const pairs = () => query('select first_id from trip_overlaps');

test('a driver or a vehicle that has a trip at that time is refused, with the code of the other trip', async () => {
  const vehicle_id = await addTripVehicle(server, 'BBCD12');
  const first = await at('10:00', { vehicle_id });
  const { code } = await carla.list(first);
  for (const [fields, status] of [
    [{ driver_id: diego(), vehicle_id: null }, 409],
    [{ driver_id: elena(), vehicle_id }, 409],
    [{ driver_id: elena(), vehicle_id: null }, 200],
  ] as const) {
    const body = { fields: { state: 'confirmed', day, clock: '10:59', minutes: 60, ...fields } };
    const answer = await carla.call('save_trip', { trip: randomUUID(), ...body });
    expect(answer).toMatchObject([status, status === 409 ? { code: 'overlap', details: code } : {}]);
  }
});

test('a trip moved, lengthened or reopened into another one is refused and stays', async () => {
  await at('10:00');
  const other = await at('12:00');
  for (const fields of [{ clock: '10:30' }, { clock: '09:30', minutes: 31 }])
    expect(await carla.edit(other, fields)).toMatchObject([409, { code: 'overlap' }]);
  expect(await carla.list(other)).toMatchObject({ clock: '12:00', minutes: 60, version: 1 });
  await carla.edit(other, { state: 'cancelled' }, { reason: 'passenger' });
  expect((await carla.edit(other, { clock: '10:30' }))[0]).toBe(200);
  const reopening = await carla.edit(other, { state: 'confirmed' }, { reason: 'mistake' });
  expect(reopening).toMatchObject([409, { code: 'overlap' }]);
});

test('the next trip may begin when the one before ends; a way too short is only said', async () => {
  const first = await at('10:00', { direction: 'from', route: 'vitacura' });
  const second = await at('11:00', { direction: 'from', route: 'maipu' });
  expect([await clashes(first), await clashes(second)]).toEqual([['tight'], ['tight']]);
  await carla.edit(second, { clock: '12:00' });
  expect(await clashes(second)).toEqual([]);
  const unknown = await at('10:30', { minutes: null });
  expect(await clashes(unknown)).toEqual(['tight']);
});

test('a trip to the airport and the next one from there need no way between', async () => {
  const first = await at('10:00', { direction: 'to' });
  const second = await at('11:00', { direction: 'from' });
  expect([await clashes(first), await clashes(second)]).toEqual([[], []]);
});

test('cancelled, done and asked-for trips take no time', async () => {
  const first = await at('10:00');
  await carla.edit(first, { state: 'cancelled' }, { reason: 'passenger' });
  const second = await at('10:00');
  await carla.edit(second, { state: 'done' });
  await at('10:00', { state: 'requested' });
  await at('10:00');
});

test('an allowed pair is stored, passes all states, and a third trip is refused', async () => {
  const first = await at('10:00');
  const second = await at('10:30', { driver_id: null });
  expect((await carla.edit(second, { driver_id: diego() }, { allowed: [first] }))[0]).toBe(200);
  expect(await pairs()).toHaveLength(1);
  expect([await clashes(first), await clashes(second)]).toEqual([[], []]);
  for (const state of ['on_way', 'waiting', 'on_board'])
    for (const trip of [first, second]) expect((await carla.edit(trip, { state }))[0]).toBe(200);
  expect(await pairs()).toHaveLength(1);
  const third = await at('10:15', { driver_id: null });
  const refused = await carla.edit(third, { driver_id: diego() }, { allowed: [first] });
  expect(refused).toMatchObject([409, { code: 'overlap', details: (await carla.list(second)).code }]);
});

test.each([null, [null], [randomUUID()]])('to allow %j allows nothing', async (allowed) => {
  await at('10:00');
  const trip = await at('10:30', { driver_id: null });
  const refused = await carla.edit(trip, { driver_id: diego() }, { allowed });
  expect(refused).toMatchObject([409, { code: 'overlap' }]);
});

test.each([
  ['the time of one', { clock: '10:15' }],
  ['its length', { minutes: 90 }],
  ['its driver', { driver_id: null }],
  ['its vehicle', 'another'],
])('a pair ends when somebody changes %s', async (_, change) => {
  const [mine, other] = [await addTripVehicle(server, 'BBCD12'), await addTripVehicle(server, 'BBCD13')];
  const another = await addTripVehicle(server, 'BBCD14');
  const fields = change === 'another' ? { vehicle_id: another } : (change as object);
  for (const changes of ['first', 'second']) {
    await query('delete from trips');
    const first = await at('10:00', { vehicle_id: mine });
    const second = await at('10:30', { driver_id: null, vehicle_id: other });
    await carla.edit(second, { driver_id: diego() }, { allowed: [first] });
    expect(await pairs()).toHaveLength(1);
    const changed = changes === 'first' ? first : second;
    await carla.edit(changed, { pesos: 30_000, flight: 'LA705' });
    expect(await pairs()).toHaveLength(1);
    // The change ends the pair, so the trips that still overlap are refused.
    const again = await carla.edit(changed, fields);
    const isFree = 'driver_id' in fields;
    expect(again).toMatchObject(isFree ? [200, {}] : [409, { code: 'overlap' }]);
    if (!isFree) await carla.edit(changed, { driver_id: null });
    expect(await pairs()).toEqual([]);
  }
});

test('a driver or a vehicle may be taken away, and what is still shared stays allowed', async () => {
  const vehicle_id = await addTripVehicle(server, 'BBCD12');
  const first = await at('10:00', { vehicle_id });
  const second = await at('10:30', { driver_id: null });
  await carla.edit(second, { driver_id: diego(), vehicle_id }, { allowed: [first] });
  for (const fields of [{ driver_id: null }, { flight: 'LA705' }]) {
    expect((await carla.edit(second, fields))[0]).toBe(200);
    expect(await pairs()).toHaveLength(1);
    expect([await clashes(first), await clashes(second)]).toEqual([[], []]);
  }
  expect((await carla.edit(second, { vehicle_id: null }))[0]).toBe(200);
  expect(await pairs()).toEqual([]);
  expect(await carla.edit(second, { driver_id: diego() })).toMatchObject([409, { code: 'overlap' }]);
});

test('a trip that a landing has moved into another one may lose its vehicle', async () => {
  const vehicle_id = await addTripVehicle(server, 'BBCD12');
  const landing = { direction: 'from', landing_day: day, buffer_minutes: 30, landing_clock: '12:00' };
  await at('10:00', { vehicle_id });
  const second = await at('00:00', { ...landing, vehicle_id });
  await carla.edit(second, { landing_clock: '10:00' });
  expect(await clashes(second)).toEqual(['overlap']);
  expect((await carla.edit(second, { vehicle_id: null }))[0]).toBe(200);
  expect(await carla.list(second)).toMatchObject({ vehicle_id: null, driver_id: diego() });
  expect(await clashes(second)).toEqual(['overlap']);
});

test('a landing that moves a trip into another one is saved, and both say so', async () => {
  const landing = { direction: 'from', landing_day: day, buffer_minutes: 30 };
  const first = await at('10:00', { direction: 'from' });
  const second = await at('00:00', { ...landing, landing_clock: '12:00' });
  expect([await clashes(first), await clashes(second)]).toEqual([[], []]);
  expect((await carla.edit(second, { landing_clock: '10:00' }))[0]).toBe(200);
  expect(await carla.list(second)).toMatchObject({ clock: '10:30' });
  expect([await clashes(first), await clashes(second)]).toEqual([['overlap'], ['overlap']]);
  expect((await carla.edit(second, { state: 'on_way' }))[0], 'a fact stops nobody').toBe(200);
});

test('a landing ends the pair that was allowed for the time before', async () => {
  const landing = { direction: 'from', landing_day: day, landing_clock: '10:00' };
  const first = await at('10:00');
  const second = await at('00:00', { ...landing, driver_id: null });
  await carla.edit(second, { driver_id: diego() }, { allowed: [first] });
  await carla.edit(second, { landing_clock: '10:10' });
  expect(await pairs()).toEqual([]);
  expect(await clashes(first)).toEqual(['overlap']);
});

/** Gives two trips to Diego at the same moment. @returns the codes of the errors, empty for one that was saved */
async function assignBoth(assign: (trip: string) => Promise<string>, trips: readonly string[]) {
  const outcomes = await Promise.all(trips.map(assign));
  return outcomes.sort();
}
const freeBoth = (trips: readonly string[]) =>
  query('update trips set driver_id = null, version = 1 where id = any ($1)', [trips]);

test('two people who assign one driver at once: always one trip and one refusal', async () => {
  const trips = [await at('10:00', { driver_id: null }), await at('10:30', { driver_id: null })];
  const assign = async (trip: string) => {
    const body = { trip, fields: { driver_id: diego() }, version: 1 };
    const [status, error] = await carla.call('save_trip', body);
    return status === 200 ? '' : (error as { code: string }).code;
  };
  for (let round = 0; round < 100; round++) {
    expect(await assignBoth(assign, trips)).toEqual(['', 'overlap']);
    await freeBoth(trips);
  }
});

test('two connections that assign one driver or vehicle a thousand times: always one trip and one refusal', async () => {
  const vehicle = await addTripVehicle(server, 'BBCD12');
  const trips = [await at('10:00', { driver_id: null }), await at('10:30', { driver_id: null })];
  const { userId } = server.as('carla');
  const claims = { sub: userId, role: 'authenticated', app_metadata: { role: 'admin' } };
  const save = async (transaction: Queryable, trip: string, fields: object) => {
    await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(claims)]);
    await transaction.query('select id from save_trip($1, $2, version => 1)', [trip, JSON.stringify(fields)]);
  };
  for (let round = 0; round < 1000; round++) {
    const fields = round % 2 ? { vehicle_id: vehicle } : { driver_id: diego() };
    const assign = (trip: string) =>
      server.context.db
        .transaction((transaction) => save(transaction, trip, fields))
        .then(
          () => '',
          ({ message }: Error) => (JSON.parse(message) as { code: string }).code,
        );
    expect(await assignBoth(assign, trips)).toEqual(['', 'overlap']);
    await query(
      'update trips set driver_id = null, vehicle_id = null, version = 1 where driver_id is not null or vehicle_id is not null',
    );
  }
});
