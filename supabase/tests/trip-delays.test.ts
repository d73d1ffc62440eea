import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { addNearTrip, companyDay, tapTrip, tripDesk, type TripDesk } from '../../server/testing/trips.ts';

/** `delay_trip`: a passenger says on the page of the trip that the flight lands at another time. */
let server: ProductApp;
let carla: TripDesk;
let passenger: TripDesk;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
  passenger = tripDesk(server, server);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from trips');
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const secretOf = async (trip: string) => String((await carla.call('trip_link', { trip }))[1]);

async function addArrival(): Promise<{
  readonly trip: string;
  readonly secret: string;
  readonly day: string;
}> {
  const day = await companyDay(server, 1);
  const trip = await addNearTrip(server, { direction: 'from', landing_day: day, landing_clock: '14:30' });
  return { trip, secret: await secretOf(trip), day };
}

test('a delayed flight is a proposal for the office, and changes nothing by itself', async () => {
  const { trip, secret, day } = await addArrival();
  const delay = { secret, landing_day: day, landing_clock: '16:10' };
  expect(await passenger.call('delay_trip', delay)).toEqual([204, null]);
  const listed = await carla.list(trip);
  expect(listed).toMatchObject({
    landing_clock: '14:30',
    clock: '15:00',
    proposal: { landing_clock: '16:10', at: expect.any(String) },
  });
  expect(listed.needs).toContain('proposal');
  const [, page] = await passenger.call('trip_page', { secret });
  expect(page).toMatchObject({ has_proposal: true, landing_clock: '14:30' });
  // The time that the company knows already is no news.
  await carla.edit(trip, { landing_clock: '16:10' }, { person: { proposal: null } });
  expect(await passenger.call('delay_trip', delay)).toEqual([204, null]);
  expect((await carla.list(trip)).needs).not.toContain('proposal');
});

test('the last word about the landing holds, also that it is as the company knows, and a message stays beside it', async () => {
  const { trip, secret, day } = await addArrival();
  const tomorrow = await companyDay(server, 2);
  const say = (landing_day: string, landing_clock: string) =>
    passenger.call('delay_trip', { secret, landing_day, landing_clock });
  const proposed = async () => (await carla.list(trip))['proposal'];
  await query(`insert into trip_people (trip_id, proposal) values ($1, '{"people": 5}')`, [trip]);
  await say(tomorrow, '01:00');
  const at = expect.any(String) as string;
  expect(await proposed()).toEqual({ people: 5, landing_day: tomorrow, landing_clock: '01:00', at });
  await say(day, '23:00');
  expect(await proposed()).toEqual({ people: 5, landing_clock: '23:00', at });
  const { version } = await carla.list(trip);
  await say(day, '14:30');
  expect(await proposed()).toEqual({ people: 5, at });
  expect(await carla.list(trip)).toMatchObject({ version: version + 1 });
  await query('update trip_people set proposal = null');
  await say(day, '15:10');
  await say(day, '14:30');
  expect(await proposed()).toBeNull();
});

test('a trip takes ten delays from passengers, and ten from each account that has the link', async () => {
  const { trip, secret, day } = await addArrival();
  const elena = tripDesk(server, server.as('elena'));
  for (const who of [passenger, elena]) {
    const answers: number[] = [];
    for (let minute = 10; minute < 22; minute += 1) {
      const landing_clock = `17:${minute + (who === elena ? 30 : 0)}`;
      answers.push((await who.call('delay_trip', { secret, landing_day: day, landing_clock }))[0]);
    }
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 204), 429, 429]);
  }
  expect(
    await query(`select from trip_events where trip_id = $1 and kind = 'proposed'`, [trip]),
  ).toHaveLength(20);
});

test.each([
  ['of a week later', async () => ({ landing_day: await companyDay(server, 9) })],
  ['of last week', async () => ({ landing_day: await companyDay(server, -6) })],
  ['without a day', async () => ({ landing_day: null })],
  ['without a time', async () => ({ landing_clock: null })],
  ['at an hour that no day has', async () => ({ landing_clock: '25:10' })],
  ['in words', async () => ({ landing_clock: 'late' })],
])('a delay %s is refused, and nothing is stored', async (_, fields) => {
  const { trip, secret, day } = await addArrival();
  const delay = { secret, landing_day: day, landing_clock: '16:10', ...(await fields()) };
  expect((await passenger.call('delay_trip', delay))[0]).toBe(400);
  expect(await carla.list(trip)).toMatchObject({ proposal: null, version: 1 });
});

test('a delay into the hour that clocks skip is refused, because the office could not take it over', async () => {
  const [night] = await query<{ day: string }>(
    `select day::text from (
       select private.chile_today() + ahead as day from generate_series(1, 400) as ahead) as days
     where private.instants_of(day, '00:30') = '{}' limit 1`,
  );
  const landing_day = night!.day;
  const trip = await addNearTrip(server, { direction: 'from', landing_day, landing_clock: '02:00' });
  const say = async (landing_clock: string) =>
    passenger.call('delay_trip', { secret: await secretOf(trip), landing_day, landing_clock });
  expect(await say('00:30')).toMatchObject([400, { code: 'no_such_time' }]);
  expect(await say('03:30')).toEqual([204, null]);
  expect(await carla.list(trip)).toMatchObject({ proposal: { landing_clock: '03:30' } });
});

test('only an arrival that has not begun takes a delay', async () => {
  const { trip, secret, day } = await addArrival();
  const delay = { landing_day: day, landing_clock: '16:10' };
  const departure = await secretOf(await addNearTrip(server, { direction: 'to' }));
  expect(await passenger.call('delay_trip', { ...delay, secret: departure })).toMatchObject([400, {}]);
  expect(await passenger.call('delay_trip', { ...delay, secret: 'A'.repeat(43) })).toMatchObject([404, {}]);
  await tapTrip(server, server.as('diego'), trip, 'on_board');
  expect(await passenger.call('delay_trip', { ...delay, secret })).toMatchObject([400, {}]);
  expect(await carla.list(trip)).toMatchObject({ proposal: null });
});
