import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';
import { tripDesk, type TripDesk } from '../../server/testing/trips.ts';
import { newBookingId } from '../../shared/booking/bookingId.ts';

let server: ProductApp;
let carla: TripDesk;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query('delete from trips');
  await server.context.db.query('delete from private.ticket_openings');
  await takeRequests(true);
});

async function takeRequests(tripRequests: boolean): Promise<void> {
  await server.context.db.query(
    `insert into content_releases (id, content)
     select id + 1, jsonb_set(content, '{company,tripRequests}', $1) from content_releases order by id desc limit 1`,
    [JSON.stringify(tripRequests)],
  );
}

/** The day in Chile so many days from today. */
async function dayIn(days: number): Promise<string> {
  const [row] = await server.context.db.query<{ day: string }>(
    'select (private.chile_today() + $1::integer)::text as day',
    [days],
  );
  return row!.day;
}

const person = { name: 'Anna Keller', phone: '+49 151 2345 6789', email: null, to_text: 'Hotel Plaza' };
const asked = async (fields: object = {}) => ({
  direction: 'from',
  landing_day: await dayIn(3),
  landing_clock: '14:30',
  route: 'centro',
  people: 2,
  bags: 2,
  payment: 'cash',
  language: 'de',
  pesos: 15_000,
  price_release: 1,
  ...fields,
});

interface Request {
  readonly booking?: string;
  readonly fields?: object;
  readonly person?: object;
  readonly consent?: boolean;
}

/** Asks as a passenger from an address, with what a complete request has unless given. @returns status and body */
async function ask(request: Request = {}, from = '203.0.113.7') {
  const body = { booking: newBookingId(), fields: await asked(), person, consent: true, ...request };
  const response = await server.requestFrom(from, '/rest/v1/rpc/request_trip', json('POST', body));
  return [response.status, (await response.json()) as { code?: string } | string] as const;
}

const trips = () =>
  server.context.db.query<Record<string, unknown>>(
    `select t.id, t.code, t.state, t.source, to_char(t.clock, 'HH24:MI') as clock, t.minutes, t.people, t.price_check, p.name,
       p.phone, p.to_text, p.proposal
     from trips t left join trip_people p on p.trip_id = t.id order by t.created_at`,
  );

test('a booking that a passenger sends is a request with its code, the number in full and the length of its route', async () => {
  const [status, code] = await ask();
  expect(status).toBe(200);
  expect(await trips()).toMatchObject([
    {
      code,
      state: 'requested',
      source: 'form',
      clock: '15:00',
      minutes: 25,
      people: 2,
      price_check: 'unchecked',
    },
  ]);
  expect(await trips()).toMatchObject([
    { name: 'Anna Keller', phone: '+4915123456789', to_text: 'Hotel Plaza' },
  ]);
});

test('the same booking twice, also at once, is one request; one that was changed is a proposal', async () => {
  const booking = newBookingId();
  const answers = await Promise.all([ask({ booking }), ask({ booking }), ask({ booking })]);
  expect(new Set(answers.map(([status, code]) => `${status} ${JSON.stringify(code)}`)).size).toBe(1);
  expect(await trips()).toMatchObject([{ proposal: null }]);
  expect((await ask({ booking, fields: await asked({ people: 4 }) }))[0]).toBe(200);
  expect(await trips()).toMatchObject([{ people: 2, proposal: { people: 4 } }]);
});

test('the same booking again, with other spaces and empty fields, proposes nothing', async () => {
  const booking = newBookingId();
  const typed = { ...person, name: ' Anna Keller ', email: '', to_text: 'Hotel Plaza\t' };
  for (const each of [typed, typed, person]) expect((await ask({ booking, person: each }))[0]).toBe(200);
  expect(await trips()).toMatchObject([{ name: 'Anna Keller', to_text: 'Hotel Plaza', proposal: null }]);
});

test.each([
  ['rejected', { state: 'cancelled' }, 'no_vehicle'],
  ['begun', { state: 'on_way' }, undefined],
  ['ended', { state: 'done' }, undefined],
])(
  'a booking that is changed after the office has %s it is for the office to see',
  async (_, fields, reason) => {
    const booking = newBookingId();
    await ask({ booking });
    const [trip] = await trips();
    await carla.edit(String(trip!['id']), fields, { reason });
    expect((await ask({ booking, fields: await asked({ landing_clock: '20:00' }) }))[0]).toBe(200);
    const listed = await carla.list(String(trip!['id']));
    expect(listed).toMatchObject({ ...fields, clock: '15:00', proposal: { landing_clock: '20:00' } });
    expect(listed.needs).toContain('proposal');
  },
);

test('a booking that is changed back proposes nothing any more', async () => {
  const booking = newBookingId();
  for (const people of [2, 4, 2]) await ask({ booking, fields: await asked({ people }) });
  expect(await trips()).toMatchObject([{ people: 2, proposal: null }]);
});

test('a booking takes ten changes, and the eleventh changes nothing', async () => {
  const booking = newBookingId();
  const answers = [];
  for (let change = 0; change < 12; change += 1)
    answers.push((await ask({ booking, fields: await asked({ people: 2 + change }) }))[0]);
  expect(answers).toEqual([...Array.from({ length: 11 }, () => 200), 429]);
  expect(await server.context.db.query(`select from trip_events where kind = 'proposed'`)).toHaveLength(10);
});

test.each([
  ['more people than a vehicle carries', { fields: { people: 900 } }],
  ['a language in words', { fields: { language: 'alemán' } }],
  ['a flight that is an object', { fields: { flight: { number: 705 } } }],
  ['a route without end', { fields: { route: 'x'.repeat(5_000) } }],
  ['a name without end', { person: { ...person, name: 'x'.repeat(5_000) } }],
  ['an address that is none', { person: { ...person, email: 'anna@' } }],
  ['an hour that the day has not', { fields: { landing_clock: '24:00' } }],
])('a change to %s is refused as a first request is, and nothing is proposed', async (_, change) => {
  const booking = newBookingId();
  const request = { ...change, fields: await asked('fields' in change ? change.fields : {}) };
  expect((await ask(request))[0]).toBe(400);
  await ask({ booking });
  expect((await ask({ booking, ...request }))[0]).toBe(400);
  expect(await trips()).toMatchObject([{ proposal: null }]);
});

test('a change is proposed as a trip would have it', async () => {
  const booking = newBookingId();
  await ask({ booking });
  const tomorrow = await dayIn(1);
  const fields = await asked({
    landing_day: tomorrow.replaceAll('-', ''),
    landing_clock: '9:05',
    people: '4',
  });
  expect((await ask({ booking, fields, person: { ...person, name: ' Anna\u202e K.' } }))[0]).toBe(200);
  expect(await trips()).toMatchObject([
    { proposal: { landing_day: tomorrow, landing_clock: '09:05', people: 4, name: 'Anna K.' } },
  ]);
});

test('the message of the same booking, pasted later, is known', async () => {
  const booking = newBookingId();
  await ask({ booking });
  const message = {
    key: booking,
    text: 'Hola, quiero reservar',
    fields: await asked(),
    person: { name: 'Anna Keller' },
  };
  const response = await server
    .as('carla')
    .request('/rest/v1/rpc/take_messages', json('POST', { messages: [message] }));
  expect(await response.json()).toMatchObject([{ outcome: 'known' }]);
  expect(await trips()).toHaveLength(1);
});

test('a company that has not switched it on takes none, and says so', async () => {
  await takeRequests(false);
  expect(await ask()).toMatchObject([403, { code: 'requests_off' }]);
  expect(await trips()).toEqual([]);
});

test.each([
  ['no consent', { consent: false }, 'validation_failed'],
  ['another id', { booking: 'x' }, 'validation_failed'],
  ['a number without its country', { person: { ...person, phone: '151 2345' } }, 'phone_invalid'],
  ['no number', { person: { name: 'Anna' } }, 'phone_invalid'],
  ['no name', { person: { ...person, name: ' ' } }, 'validation_failed'],
  [
    'a field of the office',
    { fields: { driver_id: '0b6c2d52-6c1c-4a53-9a0e-000000000001' } },
    'validation_failed',
  ],
  ['a state of its own', { fields: { state: 'confirmed' } }, 'validation_failed'],
  ['text in place of fields', { fields: 'x' }, 'validation_failed'],
  ['a note of the office', { person: { ...person, note: 'x' } }, 'validation_failed'],
])('a request with %s is refused, and nothing is stored', async (_, request, code) => {
  const fields =
    'fields' in request && typeof request.fields === 'object' ? { fields: await asked(request.fields) } : {};
  expect(await ask({ ...request, ...fields } as Request)).toMatchObject([400, { code }]);
  expect(await trips()).toEqual([]);
});

test('yesterday, a day in two years and an hour that no day has are refused', async () => {
  for (const fields of [
    { landing_day: await dayIn(-1) },
    { landing_day: await dayIn(800) },
    { landing_clock: '25:10' },
    { landing_day: 'mañana' },
  ])
    expect((await ask({ fields: await asked(fields) }))[0]).toBe(400);
  expect(await trips()).toEqual([]);
});

test.each([
  ['to the airport by its landing alone', { direction: 'to' }],
  ['to the airport last century', { direction: 'to', day: '1999-01-01', clock: '10:00' }],
  [
    'from the airport in 2150, without the hour of the landing',
    { landing_clock: null, day: '2150-01-01', clock: '10:00' },
  ],
  ['from the airport by the hour of the landing alone', { landing_day: null, day: null }],
  ['with more seats for children than people', { people: 1, child_ages: [2, 4] }],
  ['with a seat for a child of no age', { child_ages: [null] }],
  ['with lists of children', { child_ages: [[1], [2]] }],
  ['with children in words', { child_ages: 'two' }],
  ['for nobody', { people: 0 }],
])('a request %s is refused, and nothing is stored', async (_, fields) => {
  expect(await ask({ fields: await asked(fields) })).toMatchObject([400, { code: expect.any(String) }]);
  expect(await trips()).toEqual([]);
});

test('an eleventh request within an hour waits, from another network it does not, and help stays open', async () => {
  for (let count = 0; count < 10; count += 1) expect((await ask())[0]).toBe(200);
  const [status, body] = await ask();
  expect([status, body]).toMatchObject([429, { code: 'over_case_rate_limit' }]);
  expect((await ask({}, '198.51.100.9'))[0]).toBe(200);
  const help = { secret: 's'.repeat(43), kind: 'other', body: 'Hola', consent: true };
  expect((await server.requestFrom('203.0.113.7', '/rest/v1/rpc/open_case', json('POST', help))).status).toBe(
    200,
  );
});
