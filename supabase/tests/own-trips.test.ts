import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createInbox, joined, listen, type RealtimeServer } from '../../backend/testing/realtime.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { registerDriver, setApproval } from '../../server/testing/drivers.ts';
import { addNearTrip, companyMoment, tapTrip, tripDesk, type TripDesk } from '../../server/testing/trips.ts';

/** Drivers read the own trips of some hours by `own_trips`, hear that something has changed, and read no table of trips. */
let server: ProductApp;
let carla: TripDesk;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const table of ['trips', 'trip_signals']) await query(`delete from ${table}`);
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const elena = () => server.as('elena').driverId!;

interface OwnTrip {
  readonly id: string;
  readonly [field: string]: unknown;
}

async function own(name: 'diego' | 'elena'): Promise<readonly OwnTrip[]> {
  const [status, body] = await tripDesk(server, server.as(name)).call('own_trips', {});
  expect(status).toBe(200);
  return (body as { trips: readonly OwnTrip[] }).trips;
}
const ids = async (name: 'diego' | 'elena') => (await own(name)).map(({ id }) => id);

test('a driver reads the own trips from a day ago to two days ahead, in their order, and no request', async () => {
  const hours = [-25, 49, 47, -23, 0];
  const trips: string[] = [];
  for (const hour of hours) trips.push(await addNearTrip(server, {}, {}, hour * 60));
  await addNearTrip(server, { state: 'requested' });
  const cancelled = await addNearTrip(server, { state: 'cancelled' }, {}, 60);
  expect(await ids('diego')).toEqual([trips[3], trips[4], cancelled, trips[2]]);
  expect(await ids('elena')).toEqual([]);
});

test('who loses a trip reads nothing of it any more, and the next driver does', async () => {
  const trip = await addNearTrip(server);
  await addNearTrip(server, { driver_id: null });
  await carla.edit(trip, { driver_id: elena() });
  expect([await ids('diego'), await ids('elena')]).toEqual([[], [trip]]);
});

test('a trip has these fields for its driver, and neither mail, message nor the agency', async () => {
  const person = {
    name: 'Anna María Keller Brandt',
    phone: '+4915123456789',
    email: 'anna@example.com',
    from_text: 'Hotel Plaza',
    to_text: 'Aeropuerto',
    note: 'Con silla',
    message: 'Hola, soy Anna',
  };
  const trip = await addNearTrip(server, { agency: 'Andes Tours', voucher: 'V-77', pesos: 18_000 }, person);
  const [shown] = await own('diego');
  expect(Object.keys(shown!).sort()).toMatchInlineSnapshot(`
    [
      "assignment",
      "bags",
      "changed",
      "child_ages",
      "clock",
      "code",
      "day",
      "direction",
      "flight",
      "from_text",
      "group_id",
      "id",
      "is_accepted",
      "is_declined",
      "landing_clock",
      "language",
      "minutes",
      "name",
      "note",
      "other_day",
      "payment",
      "people",
      "pesos",
      "phone",
      "pickup_at",
      "route",
      "seconds_waited",
      "sign_text",
      "state",
      "to_text",
      "wheelchair",
    ]
  `);
  expect(shown).toMatchObject({ id: trip, sign_text: 'Keller Brandt', note: 'Con silla' });
  expect(JSON.stringify(shown)).not.toMatch(/anna@|Hola|Andes|V-77/);
  const [, body] = await tripDesk(server, server.as('diego')).call('own_trips', {});
  expect(Object.keys(body as object).sort()).toEqual(['now', 'taken', 'to_hand_over', 'trips']);
});

test.each([
  [{ name: 'Anna' }, 'Anna'],
  [{ name: 'Anna Keller' }, 'Keller'],
  [{ name: 'Anna Keller Brandt' }, 'Keller Brandt'],
  [{ name: 'Anna María José Keller Brandt' }, 'Keller Brandt'],
  [{ name: '李' }, '李'],
  [{ name: 'Anna Keller', sign_text: 'Familia Ñuñez' }, 'Familia Ñuñez'],
  [{ name: 'KELLER/ANNA MRS' }, 'KELLER'],
  [{ name: ' De la Fuente , Ana' }, 'De la Fuente'],
  [{ name: '/ Anna Keller' }, 'Anna Keller'],
  [{}, null],
])('the sign for %j says %s', async (person, sign_text) => {
  await addNearTrip(server, {}, person);
  expect(await own('diego')).toMatchObject([{ sign_text }]);
});

test('nobody but an active driver reads own trips', async () => {
  const waiting = await registerDriver(server);
  await setApproval(server, waiting.driver.id, false);
  for (const who of [waiting, server.as('nora'), server.as('carla')])
    expect(await tripDesk(server, who).call('own_trips', {})).toMatchObject([
      403,
      { code: 'driver_not_active' },
    ]);
  expect((await tripDesk(server, server).call('own_trips', {}))[0]).toBe(401);
});

const tables = [
  'trips',
  'trip_people',
  'trip_events',
  'trip_payments',
  'trip_overlaps',
  'cash_counts',
  'trip_list',
];

test('the token of a driver reads no table of trips, and only the own signal', async () => {
  const trip = await addNearTrip(server, {}, { name: 'Anna' });
  const payments = [{ id: trip, method: 'cash', pesos: 1_000 }];
  await tapTrip(server, server.as('diego'), trip, 'done', { details: { payments } });
  const read = async (path: string) => {
    const response = await server.as('diego').request(`/rest/v1/${path}`);
    return [response.status, await response.json()] as const;
  };
  for (const table of tables) expect([table, ...(await read(table))]).toEqual([table, 200, []]);
  expect(await read('trip_signals?select=driver_id')).toEqual([
    200,
    [{ driver_id: server.as('diego').driverId }],
  ]);
  // Nor through a relation of a row that the driver may read.
  for (const path of ['drivers?select=id,trips(*)', 'trip_signals?select=driver_id,drivers(trips(*))'])
    expect(JSON.stringify(await read(path))).not.toContain(trip);
});

/** A driver's channel that hears the rows of a table. */
function channelOf(realtime: RealtimeServer, name: 'diego' | 'elena', table: string) {
  return realtime
    .client(server.as(name).token)
    .channel(table, { config: { postgres_changes_options: { wait: true } } });
}

/** Everything that a driver hears of trips over websockets. */
async function hear(realtime: RealtimeServer, name: 'diego' | 'elena') {
  const inbox = createInbox<{ readonly table: string; readonly row: Readonly<Record<string, unknown>> }>();
  const channel = channelOf(realtime, name, 'trip_signals');
  for (const table of ['trip_signals', 'trips'])
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, (change) =>
      inbox.add({ table: change.table, row: change.new }),
    );
  expect((await joined(channel)).status).toBe('SUBSCRIBED');
  return inbox;
}

test('no channel sends who travels, what happened, or the money', async () => {
  await using realtime = await listen(server.app, server.context);
  for (const table of tables.filter((each) => each !== 'trips')) {
    const channel = channelOf(realtime, 'diego', table).on(
      'postgres_changes',
      { event: '*', schema: 'public', table },
      () => {},
    );
    expect([table, (await joined(channel)).status]).toEqual([table, 'CHANNEL_ERROR']);
  }
});

test('a change reaches the driver who had the trip and the one who has it, within two seconds, and tells no more', async () => {
  const [diegoId, elenaId] = [server.as('diego').driverId!, elena()];
  const trip = await addNearTrip(server, {}, { name: 'Anna' });
  await using realtime = await listen(server.app, server.context);
  const [diego, heardByElena] = [await hear(realtime, 'diego'), await hear(realtime, 'elena')];
  await carla.edit(trip, { people: 3 });
  const first = await diego.next();
  expect(first).toMatchObject({ table: 'trip_signals', row: { driver_id: diegoId } });
  expect(Object.keys(first.row).sort()).toEqual(['changed_at', 'driver_id', 'tapped_at']);
  const start = performance.now();
  await carla.edit(trip, { driver_id: elenaId });
  const [lost, won] = await Promise.all([diego.next(), heardByElena.next()]);
  expect(performance.now() - start).toBeLessThan(2000);
  expect([lost.row, won.row]).toMatchObject([{ driver_id: diegoId }, { driver_id: elenaId }]);
  await tapTrip(server, server.as('elena'), trip, 'on_way');
  await heardByElena.next();
  // The last change is Diego's again: all before it has arrived by then.
  await addNearTrip(server);
  await diego.next();
  expect(diego.items.map(({ table }) => table)).toEqual(Array.from({ length: 3 }, () => 'trip_signals'));
  expect(diego.items.every(({ row }) => row['driver_id'] === diegoId)).toBe(true);
  expect(heardByElena.items.every(({ row }) => row['driver_id'] === elenaId)).toBe(true);
});

test('a trip of another week sends no signal', async () => {
  const trip = await addNearTrip(server, {}, {}, 7 * 24 * 60);
  await carla.edit(trip, { people: 3 });
  expect(await query('select from trip_signals')).toEqual([]);
  await carla.edit(trip, await companyMoment(server, 60));
  expect(await query('select from trip_signals')).toHaveLength(1);
});

test('a driver whose record is deleted has to hear of no trip any more', async () => {
  const [{ id } = { id: '' }] = await query<{ id: string }>(
    `insert into drivers (name, driver_code) values ('Gone', 'GONE-1') returning id`,
  );
  const trip = await addNearTrip(server, { driver_id: id }, {}, 300);
  await carla.call('tell_trips', { driver: id, trips: [trip] });
  await carla.edit(trip, { driver_id: server.as('diego').driverId });
  expect((await carla.list(trip)).needs).toContain('changed');
  await query('delete from drivers where id = $1', [id]);
  expect((await carla.list(trip)).needs).not.toContain('changed');
});

test('a driver whose record is deleted leaves trips and no signal', async () => {
  const account = await registerDriver(server);
  await setApproval(server, account.driver.id, true);
  const trip = await addNearTrip(server, { driver_id: account.driver.id });
  await tapTrip(server, account, trip, 'on_board');
  const deletion = await server
    .as('carla')
    .request(`/rest/v1/drivers?id=eq.${account.driver.id}`, { method: 'DELETE' });
  expect(deletion.status).toBe(204);
  expect(await carla.list(trip)).toMatchObject({
    driver_id: null,
    driver_name: 'Mallory',
    state: 'on_board',
  });
  expect(await query('select from trip_signals')).toEqual([]);
});
