import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';
import { newBookingId } from '../../shared/booking/bookingId.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
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
