import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import {
  addNearTrip,
  companyDay,
  companyMoment,
  tapsOf,
  tapTrip,
  tripDesk,
  type TripDesk,
} from '../../server/testing/trips.ts';

/** Taps that move nothing: stored for the office where the trip was the driver's, else refused. */
let server: ProductApp;
let carla: TripDesk;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from trips');
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const elena = () => server.as('elena').driverId;
const kept = [200, 'kept'] as const;
const taken = [200, 'taken'] as const;

/** The codes of the trips that Hoy shows with a late tap. */
async function late(): Promise<readonly string[]> {
  const [, body] = await carla.call('today', {});
  const { lines } = body as { lines: readonly { id: string; rows: readonly { code: string }[] }[] };
  return lines.find(({ id }) => id === 'trip_late_tap')?.rows.map(({ code }) => code) ?? [];
}

test.each([
  ['of a driver who has lost the trip', () => ({ driver_id: elena() }), {}],
  ['of a driver whose trip nobody drives now', () => ({ driver_id: null }), {}],
  ['after a cancellation', () => ({ state: 'cancelled' }), { reason: 'passenger' }],
  ['on a trip that is a request again', () => ({ state: 'requested' }), { reason: 'mistake' }],
])(
  'a tap %s is kept, moves nothing, and stands on Hoy until the office saves the trip',
  async (_, fields, more) => {
    const trip = await addNearTrip(server);
    expect((await carla.edit(trip, fields(), more))[0]).toBe(200);
    const { code, state, driver_id, version } = await carla.list(trip);
    expect(await late()).toEqual([]);
    expect(await tapTrip(server, server.as('diego'), trip, 'on_way', { assignment: 1 })).toEqual(kept);
    expect(await tapsOf(server, trip)).toMatchObject([{ kind: 'on_way', is_kept: true }]);
    const after = await carla.list(trip);
    expect(after).toMatchObject({ state, driver_id, version: version + 1 });
    expect(after.needs).toContain('late_tap');
    const [, events] = await carla.call('trip_timeline', { trip });
    expect((events as readonly { readonly kind: string }[]).at(-1)).toMatchObject({ kind: 'late_tap' });
    expect(await late()).toEqual([code]);
    expect((await carla.edit(trip, {}))[0]).toBe(200);
    expect((await carla.list(trip)).needs).not.toContain('late_tap');
    expect(await late()).toEqual([]);
  },
);

test('a tap for an earlier assignment is kept although the driver has the trip again', async () => {
  const trip = await addNearTrip(server);
  for (const driver_id of [elena(), server.as('diego').driverId]) await carla.edit(trip, { driver_id });
  expect(await tapTrip(server, server.as('diego'), trip, 'on_way', { assignment: 1 })).toEqual(kept);
  expect(await carla.list(trip)).toMatchObject({ state: 'confirmed' });
  expect(await tapTrip(server, server.as('diego'), trip, 'on_way')).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'on_way' });
});

test('a tap that waited while the office moved the trip to tomorrow is kept, and one after the change counts', async () => {
  const trip = await addNearTrip(server);
  expect((await carla.edit(trip, { day: await companyDay(server, 2) }))[0]).toBe(200);
  const ours = (kind: string, seconds_waited: number) =>
    tapTrip(server, server.as('diego'), trip, kind, { seconds_waited });
  for (const kind of ['on_way', 'waiting', 'no_show']) expect(await ours(kind, 900)).toEqual(kept);
  expect(await carla.list(trip)).toMatchObject({ state: 'confirmed', driver_said: 'late_tap' });
  expect(await ours('accepted', 900)).toEqual(taken);
  expect(await ours('on_way', 0)).toEqual(taken);
});

test('a tap that waited while the office put the pick-up off by an hour counts', async () => {
  const trip = await addNearTrip(server);
  const { day, clock } = await companyMoment(server, 90);
  expect((await carla.edit(trip, { day, clock }))[0]).toBe(200);
  expect(await tapTrip(server, server.as('diego'), trip, 'on_way', { seconds_waited: 900 })).toEqual(taken);
});

test('the cash of a driver who has lost the trip counts as that driver’s', async () => {
  const trip = await addNearTrip(server);
  await carla.edit(trip, { driver_id: elena() });
  const payments = [{ id: randomUUID(), method: 'cash', pesos: 9_000 }];
  expect(
    await tapTrip(server, server.as('diego'), trip, 'done', { assignment: 1, details: { payments } }),
  ).toEqual(kept);
  const [, rows] = await carla.call('cash_of_day', { day: (await carla.list(trip)).day });
  expect(rows).toMatchObject([
    { driver_name: 'diego', to_hand_over: 9_000 },
    { driver_name: 'elena', to_hand_over: 0 },
  ]);
});

test('the taps of the next driver go on, and do not hide the late one from the office', async () => {
  const trip = await addNearTrip(server);
  await carla.edit(trip, { driver_id: elena() });
  const ours = (kind: string) => tapTrip(server, server.as('elena'), trip, kind);
  const theirs = () => tapTrip(server, server.as('diego'), trip, 'on_way', { assignment: 1 });
  expect(await theirs()).toEqual(kept);
  expect(await ours('accepted')).toEqual(taken);
  expect(await ours('on_way')).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'on_way' });
  expect(await late()).toHaveLength(1);
  await carla.edit(trip, {});
  expect(await ours('no_show')).toEqual(taken);
  expect(await theirs()).toEqual(kept);
  expect((await carla.list(trip)).needs).toContain('no_show');
  expect(await ours('on_board')).toEqual(taken);
  expect(await carla.list(trip)).toMatchObject({ state: 'on_board' });
});

test('nobody else moves a trip: not another driver, not the office, not a stranger', async () => {
  const trip = await addNearTrip(server);
  const answers = [
    [server.as('elena'), trip, 404, 'trip_not_found'],
    [server.as('diego'), randomUUID(), 404, 'trip_not_found'],
    [server.as('carla'), trip, 403, 'not_a_driver'],
    [server.as('nora'), trip, 403, 'not_a_driver'],
    [server, trip, 401, '42501'],
  ] as const;
  for (const [who, id, status, code] of answers)
    expect(await tapTrip(server, who, id, 'on_way')).toMatchObject([status, { code }]);
  expect(await carla.list(trip)).toMatchObject({ state: 'confirmed', version: 1, needs: expect.any(Array) });
});

test('a month after the trip nobody taps it any more', async () => {
  const trip = await addNearTrip(server);
  await query('update trips set day = day - 31 where id = $1', [trip]);
  expect(await tapTrip(server, server.as('diego'), trip, 'done')).toMatchObject([404, {}]);
});

const cash = { id: randomUUID(), method: 'cash', pesos: 1_000 };
const paid = (...payments: readonly unknown[]) => ({ details: { payments } });
test.each([
  ['a state that is no tap', 'cancelled', {}],
  ['the state before', 'confirmed', {}],
  ['no kind', null, {}],
  ['an empty kind', '', {}],
  ['no key', 'done', { key: null }],
  ['a key that is none', 'done', { key: 'x' }],
  ['no assignment', 'done', { assignment: null }],
  ['an assignment in words', 'done', { assignment: 'first' }],
  ['an age in words', 'done', { seconds_waited: 'long' }],
  ['no age', 'done', { seconds_waited: null }],
  ['an age beyond all numbers', 'done', { seconds_waited: 99_999_999_999 }],
  ['details that are a word', 'done', { details: 'x' }],
  ['details that are a list', 'done', { details: [] }],
  ['no details', 'done', { details: null }],
  ['details without end', 'done', { details: { note: 'x'.repeat(5000) } }],
  ['a refusal without a reason', 'declined', {}],
  ['a refusal with a reason of its own', 'declined', { details: { reason: 'Anna me cae mal' } }],
  ['a word in place of payments', 'done', { details: { payments: 'cash' } }],
  ['an object in place of payments', 'done', { details: { payments: cash } }],
  ['a payment before the end', 'on_board', paid(cash)],
  ['a payment that is a word', 'done', paid('cash')],
  ['a payment that is null', 'done', paid(null)],
  ['a payment without an id', 'done', paid({ ...cash, id: null })],
  ['a payment in another way', 'done', paid({ ...cash, method: 'gold' })],
  ['a payment of less than nothing', 'done', paid({ ...cash, pesos: -1 })],
  ['a payment of words', 'done', paid({ ...cash, pesos: 'much' })],
  ['twenty-one payments', 'done', paid(...Array.from({ length: 21 }, () => ({ ...cash, id: randomUUID() })))],
] as const)('a forged tap with %s is refused in words, and nothing is written', async (_, kind, options) => {
  const trip = await addNearTrip(server);
  expect(await tapTrip(server, server.as('diego'), trip, kind, options)).toEqual([
    400,
    expect.objectContaining({ code: expect.any(String), message: expect.any(String) }),
  ]);
  expect(await tapsOf(server, trip)).toEqual([]);
  expect(await query('select from trip_payments')).toEqual([]);
  expect(await carla.list(trip)).toMatchObject({ state: 'confirmed', version: 1 });
});

test('a body of megabytes is refused', async () => {
  const trip = await addNearTrip(server);
  const [status] = await tapTrip(server, server.as('diego'), trip, 'done', {
    details: { note: 'x'.repeat(3_000_000) },
  });
  expect([400, 413]).toContain(status);
  expect(await tapsOf(server, trip)).toEqual([]);
});

test.each([
  ['of a clock that was set back counts as now', -86_400, 0],
  ['of a month counts as eight days', 30 * 86_400, 8 * 86_400],
])('a tap is a fact: an age %s', async (_, seconds_waited, age) => {
  const trip = await addNearTrip(server);
  expect(await tapTrip(server, server.as('diego'), trip, 'on_way', { seconds_waited })).toEqual(taken);
  const [stored] = await tapsOf(server, trip);
  expect(Math.abs(stored!.age - age)).toBeLessThan(60);
});
