import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import {
  addNearTrip,
  addTripVehicle,
  companyDay,
  tapTrip,
  tripDesk,
  type TripDesk,
} from '../../server/testing/trips.ts';

/** The page of a trip, which a secret opens without an account: what it shows, and for how long. */
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
  for (const table of ['trips', 'vehicles']) await query(`delete from ${table}`);
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const secretOf = async (trip: string) => String((await carla.call('trip_link', { trip }))[1]);
const open = (secret: unknown) => passenger.call('trip_page', { secret });
const openTrip = async (trip: string) =>
  (await open(await secretOf(trip)))[1] as Record<string, unknown> | null;
const nothing = [200, null] as const;

const person = {
  name: 'Zoraida Zapallosa',
  phone: '+4915100000777',
  email: 'zoraida@zapallosa.example',
  from_text: 'Calle Zarzamora 47111',
  to_text: 'Pasaje Zigzag 47112',
  note: 'Zurda con zancos',
  sign_text: 'Familia Zapallosa',
  message: 'Soy Zoraida',
  external_name: 'Zonda Traslados',
  external_phone: '+56900000778',
  external_plate: 'ZZZZ99',
};
const marks = /\b[Zz][aeiou]|4711\d|0000077|ZZZZ|ZV-/;

/** A trip whose every field is filled. */
async function addFullTrip(): Promise<string> {
  const landing_day = await companyDay(server, 1);
  const trip = await addNearTrip(
    server,
    {
      direction: 'from',
      landing_day,
      landing_clock: '14:30',
      route: 'centro',
      flight: 'LA705',
      minutes: 25,
      people: 3,
      bags: 2,
      child_ages: [4],
      pesos: 18_000,
      payment: 'card',
      language: 'de',
      agency: 'Zeta Tours',
      voucher: 'ZV-47113',
      vehicle_id: await addTripVehicle(server, 'PAGE11'),
    },
    person,
  );
  await query(`update drivers set name = 'Diego Zañartu', contact = '+56900000779' where id = $1`, [
    server.as('diego').driverId,
  ]);
  await query(`update trip_people set proposal = '{"name": "Zoraida"}' where trip_id = $1`, [trip]);
  return trip;
}

test('the page shows the trip and its driver, and no telephone, mail, surname or address', async () => {
  const trip = await addFullTrip();
  const [status, page] = await open(await secretOf(trip));
  expect(status).toBe(200);
  const shown = page as Record<string, unknown> & { driver: object };
  expect(Object.keys(shown).sort()).toMatchInlineSnapshot(`
    [
      "bags",
      "clock",
      "code",
      "day",
      "direction",
      "driver",
      "flight",
      "has_proposal",
      "is_paid",
      "is_rated",
      "landing_clock",
      "landing_day",
      "language",
      "meeting_points",
      "minutes",
      "other_day",
      "payment",
      "payment_link",
      "people",
      "pesos",
      "pickup_at",
      "place",
      "route",
      "state",
    ]
  `);
  expect(Object.keys(shown.driver).sort()).toMatchInlineSnapshot(`
    [
      "brand_model",
      "code",
      "colour",
      "first_name",
      "license_plate",
      "photo_url",
    ]
  `);
  expect(shown).toMatchObject({
    state: 'confirmed',
    clock: '15:00',
    landing_clock: '14:30',
    flight: 'LA705',
    pesos: 18_000,
    has_proposal: true,
    is_paid: false,
    is_rated: false,
    place: { es: expect.any(String) },
    payment_link: null,
    driver: { first_name: 'Diego', license_plate: 'PAGE11' },
  });
  expect(JSON.stringify(page)).not.toMatch(marks);
});

test('a passenger from the airport sees the meeting points of the newest release, each with its picture', async () => {
  const picture = { id: 'p1', file: 'door-4.webp' };
  const points = [{ name: { es: 'Puerta 4' }, picture: 'p1' }, { name: { es: 'Informaciones' } }];
  await query(
    `insert into content_releases (id, content)
     select id + 1, content || $1 from content_releases order by id desc limit 1`,
    [JSON.stringify({ meetingPoints: points, pictures: [picture] })],
  );
  const shown = [
    { name: { es: 'Puerta 4' }, picture },
    { name: { es: 'Informaciones' }, picture: null },
  ];
  const fromAirport = await addNearTrip(server, { direction: 'from' });
  expect(await openTrip(fromAirport)).toMatchObject({ meeting_points: shown });
  expect(await openTrip(await addNearTrip(server, { direction: 'to' }))).toMatchObject({
    meeting_points: [],
  });
});

test('opening the page changes nothing', async () => {
  const trip = await addFullTrip();
  const secret = await secretOf(trip);
  const stored = () =>
    query(
      `select to_jsonb(t) as trip, to_jsonb(p) as person, (select count(*) from trip_events e where e.trip_id = t.id) as events,
         (select jsonb_agg(to_jsonb(s)) from trip_signals s) as signals
       from trips t join trip_people p on p.trip_id = t.id`,
    );
  const before = await stored();
  for (let count = 0; count < 3; count += 1) await open(secret);
  expect(await stored()).toEqual(before);
});

test('a trip without a driver, of one who has left, or of a request shows none', async () => {
  expect(await openTrip(await addNearTrip(server, { driver_id: null }))).toMatchObject({ driver: null });
  expect(await openTrip(await addNearTrip(server, { state: 'requested' }))).toMatchObject({ driver: null });
  const unread = await carla.add({}, { name: 'Anna' });
  expect(await openTrip(unread)).toMatchObject({ state: 'requested', day: null, driver: null });
});

test('a trip that has begun shows the vehicle in which it began', async () => {
  const vehicle = await addTripVehicle(server, 'SHFT11');
  await query(`update vehicles set brand_model = 'Hyundai H1', colour = 'blanco' where id = $1`, [vehicle]);
  const diego = tripDesk(server, server.as('diego'));
  expect((await diego.call('start_shift', { vehicle }))[0]).toBe(200);
  const trip = await addNearTrip(server, { vehicle_id: await addTripVehicle(server, 'PAGE11') });
  await tapTrip(server, server.as('diego'), trip, 'on_way');
  await query('delete from shifts');
  expect(await openTrip(trip)).toMatchObject({
    driver: { license_plate: 'SHFT11', brand_model: 'Hyundai H1', colour: 'blanco' },
  });
});

test('a secret that was guessed, changed, cut or is no text opens nothing', async () => {
  const trip = await addNearTrip(server);
  const other = await secretOf(await addNearTrip(server));
  const secret = await secretOf(trip);
  expect(await open(secret)).toMatchObject([200, { code: (await carla.list(trip)).code }]);
  const changed = Array.from(secret, (letter, index) =>
    secret.slice(0, index).concat(letter === 'A' ? 'B' : 'A', secret.slice(index + 1)),
  );
  // The last letter stands for four bits: fifteen others decode to other bits, and three to the same.
  const lastLetters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
    .map((letter) => secret.slice(0, -1) + letter)
    .filter((each) => each !== secret);
  const guesses = [
    ...changed,
    ...lastLetters,
    secret.slice(0, 21) + other.slice(21),
    secret.slice(0, -1),
    `${secret}A`,
    ` ${secret}`,
    secret.toLowerCase(),
    'A'.repeat(43),
    'A'.repeat(10_000),
    '',
    null,
    43,
    true,
    [secret],
    { secret },
    trip,
    "' or true --",
    '%00'.repeat(14),
  ];
  for (const guess of guesses) expect([guess, ...(await open(guess))]).toEqual([guess, ...nothing]);
});

test('a renewed link revokes the one before, and only staff renew it', async () => {
  const trip = await addNearTrip(server);
  const first = await secretOf(trip);
  expect(await secretOf(trip)).toBe(first);
  const [status, second] = await carla.call('renew_trip_link', { trip });
  expect([status, second]).toEqual([200, await secretOf(trip)]);
  expect(await open(first)).toEqual(nothing);
  expect(await open(second)).toMatchObject([200, { state: 'confirmed' }]);
  const diego = tripDesk(server, server.as('diego'));
  for (const name of ['trip_link', 'renew_trip_link'])
    expect(await diego.call(name, { trip })).toMatchObject([403, { code: 'not_admin' }]);
  expect(await carla.call('renew_trip_link', { trip: randomUUID() })).toMatchObject([404, {}]);
  expect(await carla.call('trip_link', { trip: randomUUID() })).toEqual(nothing);
});

test.each([
  ['done', 'done'],
  ['cancelled', 'cancelled'],
  ['no-show', 'no_show'],
])('the page of a %s trip ends a day after the end', async (_, state) => {
  const trip = await addNearTrip(server);
  await carla.edit(trip, { state }, { reason: 'other' });
  const ended = (hours: number) =>
    query('update trip_events set at = now() - make_interval(hours => $2) where trip_id = $1 and kind = $3', [
      trip,
      hours,
      state,
    ]);
  await ended(23);
  expect(await openTrip(trip)).toMatchObject({ state });
  await ended(25);
  expect(await openTrip(trip)).toBeNull();
});

test('the page ends two days after the pick-up at the latest, and with the passenger’s data', async () => {
  const trip = await addNearTrip(server);
  await query('update trips set day = day - 1 where id = $1', [trip]);
  expect(await openTrip(trip)).not.toBeNull();
  await query('update trips set day = day - 2 where id = $1', [trip]);
  expect(await openTrip(trip)).toBeNull();
  const forgotten = await addNearTrip(server, {}, { name: 'Anna' });
  await carla.call('forget_trip', { trip: forgotten });
  expect(await openTrip(forgotten)).toBeNull();
});

test('the link of a passenger who was deleted does not open the trip of the next one', async () => {
  const trip = await addNearTrip(server, {}, { name: 'Zoraida' });
  const secret = await secretOf(trip);
  await query('select private.forget_trip_people($1)', [trip]);
  await carla.edit(trip, {}, { person: { name: 'Anna' } });
  expect(await open(secret)).toEqual(nothing);
  expect(await openTrip(trip)).toMatchObject({ state: 'confirmed' });
});
