import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { setApproval } from '../../server/testing/drivers.ts';
import {
  addNearTrip,
  addTripVehicle,
  tapsOf,
  tapTrip,
  tripDesk,
  type TapOptions,
  type TripDesk,
} from '../../server/testing/trips.ts';

/** `tap_trip`: a driver moves the own trip by one tap at a time, however late it arrives. */
let server: ProductApp;
let carla: TripDesk;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['trips', 'shifts', 'vehicles']) await query(`delete from ${table}`);
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const tap = (trip: string, kind: string, options?: TapOptions) =>
  tapTrip(server, server.as('diego'), trip, kind, options);
const taken = [200, 'taken'] as const;
const fare = (pesos: number, method = 'cash') => ({ id: randomUUID(), kind: 'fare', method, pesos });

interface OwnTrip {
  readonly id: string;
  readonly is_accepted: boolean;
  readonly is_declined: boolean;
  readonly changed: readonly string[];
  readonly seconds_waited: number | null;
}

interface OwnTrips {
  readonly trips: readonly OwnTrip[];
  readonly taken: Readonly<Record<string, number>>;
  readonly to_hand_over: number;
}

async function own(): Promise<OwnTrips> {
  const [status, body] = await tripDesk(server, server.as('diego')).call('own_trips', {});
  expect(status).toBe(200);
  return body as OwnTrips;
}
const ownTrip = async (trip: string) => (await own()).trips.find(({ id }) => id === trip)!;

test('four taps move a trip to its end, each at the time of the tap', async () => {
  const trip = await addNearTrip(server);
  const ages = { on_way: 1200, waiting: 600, on_board: 300, done: 0 };
  for (const [kind, seconds_waited] of Object.entries(ages)) {
    expect(await tap(trip, kind, { seconds_waited })).toEqual(taken);
    expect(await carla.list(trip)).toMatchObject({
      state: kind,
      driver_name: 'diego',
      license_plate: 'DDDD11',
    });
  }
  const taps = await tapsOf(server, trip);
  const { driverId: driver_id, userId: account_id } = server.as('diego');
  expect(taps).toMatchObject(
    Object.keys(ages).map((kind) => ({ kind, driver_id, account_id, is_kept: false })),
  );
  for (const { kind, age } of taps) expect(Math.abs(age - ages[kind as keyof typeof ages])).toBeLessThan(60);
});

test('a trip keeps the plate of the vehicle in which the driver is on shift', async () => {
  const vehicle = await addTripVehicle(server, 'SHFT11');
  const shift = await tripDesk(server, server.as('diego')).call('start_shift', { vehicle });
  expect(shift[0]).toBe(200);
  const trip = await addNearTrip(server, { vehicle_id: await addTripVehicle(server, 'TRIP11') });
  await tap(trip, 'on_way');
  expect(await carla.list(trip)).toMatchObject({ license_plate: 'SHFT11' });
});

test('a tap may leap, and one that arrives after a later one only fills in its time', async () => {
  const trip = await addNearTrip(server);
  expect(await tap(trip, 'on_board')).toEqual(taken);
  expect(await tap(trip, 'waiting', { seconds_waited: 900 })).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'on_board' });
  expect(await tap(trip, 'done')).toEqual(taken);
  for (const kind of ['on_way', 'on_board', 'no_show', 'accepted', 'declined'])
    expect(await tap(trip, kind, kind === 'declined' ? { details: { reason: 'busy' } } : {})).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'done', driver_said: null, accepted_at: null });
  expect((await tapsOf(server, trip))[0]).toMatchObject({ kind: 'waiting' });
});

test('the driver waits since the arrival, and from the airport not before the landing', async () => {
  const trip = await addNearTrip(server, { direction: 'to' });
  expect(await ownTrip(trip)).toMatchObject({ seconds_waited: null });
  await tap(trip, 'waiting', { seconds_waited: 600 });
  expect(Math.abs((await ownTrip(trip)).seconds_waited! - 600)).toBeLessThan(60);
  await query(
    `update trips set direction = 'from', landing_day = day, landing_clock = clock, buffer_minutes = 0 where id = $1`,
    [trip],
  );
  // Negative: the flight lands in half an hour.
  expect((await ownTrip(trip)).seconds_waited).toBeLessThan(-1600);
});

test('a driver who takes over from one who waits has waited since then', async () => {
  const trip = await addNearTrip(
    server,
    { driver_id: server.as('elena').driverId, direction: 'to' },
    {},
    -20,
  );
  await tapTrip(server, server.as('elena'), trip, 'waiting', { seconds_waited: 900 });
  await carla.edit(trip, { driver_id: server.as('diego').driverId });
  expect(await ownTrip(trip)).toMatchObject({ state: 'waiting', seconds_waited: 0 });
});

test('the same tap twice, also at once, is one event and one payment', async () => {
  const trip = await addNearTrip(server);
  const same = { key: randomUUID(), details: { payments: [fare(18_000)] } };
  const answers = await Promise.all(Array.from({ length: 4 }, () => tap(trip, 'done', same)));
  expect(answers.map(([, body]) => body).sort()).toEqual(['known', 'known', 'known', 'taken']);
  expect(await tap(trip, 'done', same)).toEqual([200, 'known']);
  expect(await tapsOf(server, trip)).toHaveLength(1);
  expect(await query('select pesos from trip_payments')).toEqual([{ pesos: 18_000 }]);
});

test('payments of the last tap reach the cash of the day and what the driver has to hand over', async () => {
  const trip = await addNearTrip(server);
  const payments = [fare(15_000), fare(3_000, 'card'), { ...fare(1_200), kind: 'tolls' }];
  expect(await tap(trip, 'done', { details: { payments } })).toEqual(taken);
  const { day } = await carla.list(trip);
  expect((await carla.call('cash_of_day', { day }))[1]).toMatchObject([
    { driver_id: server.as('diego').driverId, cash: 16_200, card: 3_000, to_hand_over: 16_200 },
  ]);
  const { to_hand_over, taken: today } = await own();
  expect([to_hand_over, today]).toEqual([16_200, expect.any(Object)]);
});

interface PaidLine {
  readonly pesos: number;
  readonly is_void: boolean;
}
const linesOf = (trip: string) =>
  query<PaidLine>(
    `select pesos, voided_at is not null as is_void from trip_payments where trip_id = $1 order by is_void`,
    [trip],
  );

test.each([
  ['says the same', 'cash', []],
  ['says something else', 'card', ['late_tap']],
])(
  'a last tap that arrives after the office has closed the day, and %s, counts the fare once',
  async (_, payment, needs) => {
    const trip = await addNearTrip(server, { pesos: 18_000, payment }, {}, -60);
    const { day } = await carla.list(trip);
    const { driverId: driver } = server.as('diego');
    expect(await carla.call('close_driver_day', { driver, day })).toEqual([200, 1]);
    const late = { key: randomUUID(), seconds_waited: 600, details: { payments: [fare(18_000)] } };
    expect(await tap(trip, 'done', late)).toEqual(taken);
    expect(await tap(trip, 'done', late)).toEqual([200, 'known']);
    expect(await linesOf(trip)).toEqual([
      { pesos: 18_000, is_void: false },
      { pesos: 18_000, is_void: true },
    ]);
    expect((await carla.list(trip)).needs).toEqual(needs);
  },
);

test('that nobody came is for the office, once it has closed the day as if somebody had', async () => {
  const trip = await addNearTrip(server, { pesos: 18_000 }, {}, -60);
  const { day } = await carla.list(trip);
  await tap(trip, 'waiting');
  await carla.call('close_driver_day', { driver: server.as('diego').driverId, day });
  expect(await tap(trip, 'no_show', { seconds_waited: 300 })).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'done', driver_said: 'late_tap' });
});

test('who ends a trip on the phone and on the tablet has taken the fare once', async () => {
  const trip = await addNearTrip(server, { pesos: 18_000 }, {}, -60);
  for (const seconds_waited of [0, 900])
    expect(await tap(trip, 'done', { seconds_waited, details: { payments: [fare(18_000)] } })).toEqual(taken);
  expect((await own()).to_hand_over).toBe(18_000);
});

test('a last tap counts where the office has ended the trip without a payment, or taken it back', async () => {
  const trip = await addNearTrip(server, {}, {}, -60);
  const wrong = fare(1_000);
  await carla.call('pay_trip', { trip, payments: [wrong] });
  await carla.call('void_payment', { payment: wrong.id, reason: 'Otro viaje' });
  await tap(trip, 'done', { details: { payments: [fare(18_000)] } });
  expect((await own()).to_hand_over).toBe(18_000);
});

test('a last tap without a payment ends the trip', async () => {
  const trip = await addNearTrip(server);
  expect(await tap(trip, 'done', { details: { payments: [] } })).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'done' });
});

test('a driver accepts; a major change asks again and names the fields, a minor one does not', async () => {
  const trip = await addNearTrip(server, { people: 2 }, { name: 'Anna' });
  await tap(trip, 'on_way', { key: randomUUID() });
  const fresh = await addNearTrip(server, { people: 2 }, { name: 'Anna' }, 300);
  expect((await carla.list(fresh)).needs).toContain('accepted');
  expect(await ownTrip(fresh)).toMatchObject({ is_accepted: false, changed: [] });
  expect(await tap(fresh, 'accepted')).toEqual(taken);
  expect(await ownTrip(fresh)).toMatchObject({ is_accepted: true, is_declined: false });
  expect((await carla.list(fresh)).needs).not.toContain('accepted');
  await carla.edit(fresh, { flight: 'LA705' }, { person: { name: 'Anna Soto', note: 'Con silla' } });
  expect(await ownTrip(fresh)).toMatchObject({ is_accepted: true });
  await carla.edit(fresh, { people: 4 }, { person: { to_text: 'Otra calle 1' } });
  expect(await ownTrip(fresh)).toMatchObject({
    is_accepted: false,
    changed: ['flight', 'name', 'note', 'people', 'to_text'],
  });
  expect((await carla.list(fresh)).needs).toEqual(expect.arrayContaining(['accepted', 'changed']));
  await tap(fresh, 'accepted');
  expect(await ownTrip(fresh)).toMatchObject({ is_accepted: true, changed: [] });
});

test('a driver who cannot drive is asked again after a change that matters, and is not heard for the next one', async () => {
  for (const change of [{ people: 4 }, { driver_id: server.as('elena').driverId }]) {
    const trip = await addNearTrip(server, { people: 2 }, {}, 300);
    await tap(trip, 'declined', { details: { reason: 'busy' } });
    await carla.edit(trip, change);
    expect((await carla.list(trip)).needs).not.toContain('declined');
  }
});

test('who accepted without a network has not accepted what changed meanwhile', async () => {
  const trip = await addNearTrip(server, { people: 2 }, {}, 300);
  await carla.edit(trip, { people: 4 });
  expect(await tap(trip, 'accepted', { seconds_waited: 600 })).toEqual(taken);
  expect(await ownTrip(trip)).toMatchObject({ is_accepted: false, changed: ['people'] });
});

test('a driver who cannot drive says why, and the last word of the driver holds', async () => {
  const trip = await addNearTrip(server, {}, {}, 300);
  await tap(trip, 'accepted');
  expect(await tap(trip, 'declined', { details: { reason: 'unwell' } })).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'confirmed', accepted_at: null });
  expect((await carla.list(trip)).needs).toContain('declined');
  expect((await tapsOf(server, trip)).at(-1)).toMatchObject({ kind: 'declined', reason: 'unwell' });
  expect(await ownTrip(trip)).toMatchObject({ is_accepted: false, is_declined: true });
  // A flight is no reason to ask again.
  await carla.edit(trip, { flight: 'LA705' }, { person: { note: 'Con silla' } });
  expect((await carla.list(trip)).needs).toContain('declined');
  await tap(trip, 'accepted', { seconds_waited: 600 });
  expect(await ownTrip(trip)).toMatchObject({ is_accepted: false, is_declined: true });
  await tap(trip, 'accepted');
  expect(await ownTrip(trip)).toMatchObject({ is_accepted: true, is_declined: false });
  expect((await carla.list(trip)).needs).not.toContain('declined');
});

test('a withdrawn driver reads no trips, and still ends the one on board', async () => {
  const { driverId, ...diego } = server.as('diego');
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  onTestFinished(async () => void (await setApproval(server, driverId!, true)));
  expect((await setApproval(server, driverId!, false)).status).toBe(200);
  expect(await tripDesk(server, diego).call('own_trips', {})).toMatchObject([
    403,
    { code: 'driver_not_active' },
  ]);
  expect(await tap(trip, 'done')).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'done' });
});

test('a passenger who does not come frees the driver at once and waits for the office', async () => {
  const fields = { minutes: 60 };
  const trip = await addNearTrip(server, fields);
  await tap(trip, 'waiting');
  const called = { details: { called: true, wrote: true } };
  expect(await tap(trip, 'no_show', called)).toEqual(taken);
  expect((await tapsOf(server, trip)).at(-1)).toMatchObject({
    kind: 'no_show',
    changed: ['called', 'wrote'],
  });
  expect(await carla.list(trip)).toMatchObject({ state: 'no_show', is_live: false });
  expect((await carla.list(trip)).needs).toContain('no_show');
  const next = await addNearTrip(server, fields);
  // The passenger came after all: a fact, shown on both trips.
  expect(await tap(trip, 'on_board')).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'on_board', driver_said: null });
  for (const each of [trip, next]) expect((await carla.list(each)).needs).toContain('overlap');
});

test('once the office has confirmed that nobody came, a passenger on board is for the office', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'no_show');
  expect((await carla.edit(trip, {}))[0]).toBe(200);
  expect((await carla.list(trip)).needs).not.toContain('no_show');
  expect(await tap(trip, 'on_board')).toEqual([200, 'kept']);
  expect(await carla.list(trip)).toMatchObject({ state: 'no_show', driver_said: 'late_tap' });
});
