import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { picture } from '../../backend/testing/storage.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query(
    'delete from tickets; delete from private.ticket_openings; delete from shifts',
  );
  await server.context.db.query('delete from vehicles');
  await server.context.db.query(`delete from storage.objects where bucket_id = 'casos'`);
});

const newSecret = () => randomBytes(32).toString('base64url');

interface Opening {
  readonly secret: string;
  readonly [field: string]: unknown;
}

const lost = (fields: object = {}): Opening => ({
  secret: newSecret(),
  kind: 'lost',
  body: 'Mein Handy liegt im Auto.',
  consent: true,
  language: 'de',
  ...fields,
});

type Answer = readonly [status: number, body: unknown];

/** Calls a function from an address, without an account unless a person is named. */
async function call(
  name: string,
  body: object,
  from = '203.0.113.7',
  as?: 'diego' | 'carla',
): Promise<Answer> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const path = `/rest/v1/rpc/${name}`;
  const response = await (as ? server.as(as).request(path, init) : server.requestFrom(from, path, init));
  const text = await response.text();
  return [response.status, text === '' ? null : (JSON.parse(text) as unknown)];
}

interface CaseRow {
  readonly id: string;
  readonly state: string;
  readonly number: string;
  readonly driver_name: string | null;
  readonly license_plate: string | null;
  readonly body: string | null;
}
const rows = () => server.context.db.query<CaseRow>('select * from case_list order by created_at, id');

async function open(fields: object = {}) {
  const opening = lost(fields);
  const [status, body] = await call('open_case', opening);
  expect([status, body]).toEqual([200, [expect.anything()]]);
  const [ticket] = body as { number: string; photo: string | null }[];
  const [row] = await server.context.db.query<CaseRow>('select * from case_list where number = $1', [
    ticket!.number,
  ]);
  return { secret: opening.secret, ...ticket!, id: row!.id };
}

const page = async (secret: string) => (await call('case_by_secret', { secret }))[1] as { state: string }[];

test('a passenger without an account opens a case once, however often the phone sends it', async () => {
  const opening = lost({ email: 'anna@example.de', phone: '+49 151 23456789', place: 'LA 705' });
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('open_case', opening)));
  const [first] = answers;
  expect(first).toEqual([200, [{ number: expect.stringMatching(/^\d{6}$/), photo: null }]]);
  for (const answer of answers) expect(answer).toEqual(first);
  expect(await rows()).toHaveLength(1);
  expect(await page(opening.secret)).toMatchObject([
    {
      state: 'new',
      kind: 'lost',
      messages: [{ from_company: false, body: opening.body }],
      has_photo: false,
    },
  ]);
});

test('the first 2,000 ticket numbers differ and have six digits', async () => {
  await server.context.db.query(
    `insert into tickets (subject, kind, language, body, due_on) select 'case', 'other', 'es', 'x', now() from generate_series(1, 2000)`,
  );
  const [row] = await server.context.db.query<{ all: number; six: number }>(
    `select count(distinct number)::int as all, count(*) filter (where number ~ '^[1-9][0-9]{5}$')::int as six
     from tickets`,
  );
  expect(row).toEqual({ all: 2000, six: 2000 });
});

test('a case finds driver, vehicle and shift from the code and the time', async () => {
  const { driverId } = server.as('diego');
  const [driver] = await server.context.db.query<{ verification_code: string }>(
    'select verification_code from drivers where id = $1',
    [driverId],
  );
  await server.context.db.query(
    `with car as (insert into vehicles (license_plate) values ('TAXI77') returning id)
     insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     select $1, id, now() - interval '9 hours', now() - interval '2 hours' from car`,
    [driverId],
  );
  const code = driver!.verification_code;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  await open({ code: code.toLowerCase(), happened_at: hoursAgo(5) });
  await open({ code, happened_at: hoursAgo(1) });
  await open({ code, happened_at: hoursAgo(30) });
  await open({ code: 'ABCDEFGHJKMN' });
  expect((await rows()).map((row) => [row.driver_name, row.license_plate])).toEqual([
    ['diego', 'TAXI77'],
    ['diego', 'TAXI77'],
    ['diego', 'DDDD11'],
    [null, null],
  ]);
});

test.each([
  ['without consent', { consent: false }],
  ['without words', { body: ' \n ' }],
  ['with too many words', { body: 'x'.repeat(2001) }],
  ['of an unknown kind', { kind: 'praise' }],
  ['with a short secret', { secret: 'abc' }],
  ['without a secret', { secret: null }],
  ['with an address that is none', { email: 'anna' }],
  ['with several addresses', { email: 'a@example.cl,b@example.cl' }],
  ['with a line in the address', { email: 'a@example.cl\nBcc: b@example.cl' }],
  ['with a number that is none', { phone: 'call me' }],
  ['of next week', { happened_at: new Date(Date.now() + 7 * 86_400_000).toISOString() }],
  ['of three years ago', { happened_at: new Date(Date.now() - 3 * 366 * 86_400_000).toISOString() }],
  ['from before all time', { happened_at: '-infinity' }],
  ['that never happens', { happened_at: 'infinity' }],
  ['of the year 44 before Christ', { happened_at: '0044-01-01 BC' }],
  ['of the year 9999', { happened_at: '9999-12-31' }],
])('a case %s is refused', async (_, fields) => {
  expect((await call('open_case', lost(fields)))[0]).toBe(400);
  expect(await rows()).toEqual([]);
});

test('abuse: one network opens ten cases an hour, also through the addresses of an IPv6 network', async () => {
  for (let index = 0; index < 10; index++)
    expect((await call('open_case', lost(), `2001:db8:1:2::${index + 1}`))[0]).toBe(200);
  expect(await call('open_case', lost(), '2001:db8:1:2:ffff::9')).toMatchObject([
    429,
    { code: 'over_case_rate_limit' },
  ]);
  expect((await call('open_case', lost(), '2001:db8:1:3::1'))[0]).toBe(200);
});

test('P1: one line opens forty cases an hour, however many networks it has', async () => {
  const open = (network: number) => call('open_case', lost(), `2001:db8:1:${network.toString(16)}::1`);
  for (let network = 0; network < 40; network++) expect((await open(network * 1499))[0]).toBe(200);
  expect((await open(0xabcd))[0]).toBe(429);
  expect((await call('open_case', lost(), '2001:db8:2:1::1'))[0]).toBe(200);
});

test('P1: a thousand servers in one rack share a limit too', async () => {
  for (let host = 0; host < 160; host++)
    expect((await call('open_case', lost(), `203.0.113.${host}`))[0]).toBe(200);
  expect((await call('open_case', lost(), '203.0.113.200'))[0]).toBe(429);
  expect((await call('open_case', lost(), '203.0.114.200'))[0]).toBe(200);
});

test('P9: behind a shared address the next person waits two minutes, not an hour', async () => {
  for (let index = 0; index < 10; index++) await call('open_case', lost(), '198.51.100.7');
  const later = lost();
  expect((await call('open_case', later, '198.51.100.7'))[0]).toBe(429);
  await server.context.db.query(
    `update private.ticket_openings set opened_at = opened_at - interval '2 minutes 1 second'`,
  );
  expect((await call('open_case', later, '198.51.100.7'))[0]).toBe(200);
  expect((await call('open_case', lost(), '198.51.100.7'))[0]).toBe(429);
});

test('P3 abuse: beyond twenty cases a day about a driver they are taken and held back, from however many networks', async () => {
  const [driver] = await server.context.db.query<{ verification_code: string }>(
    'select verification_code from drivers where id = $1',
    [server.as('diego').driverId],
  );
  const about = { kind: 'complaint', code: driver!.verification_code };
  for (let index = 0; index < 20; index++)
    expect((await call('open_case', lost(about), `198.51.100.${index}`))[0]).toBe(200);
  expect(await held()).toBe(0);
  expect((await call('open_case', lost(about), '198.51.100.99'))[0]).toBe(200);
  expect(await held()).toBe(1);
  expect((await call('open_case', lost(), '198.51.100.99'))[0]).toBe(200);
  expect(await held()).toBe(1);
  const [notices] = await server.context.db.query<{ n: number }>(
    'select count(distinct ticket_id)::integer as n from private.due_ticket_notices()',
  );
  expect(notices!.n).toBe(21);
});

const held = async (): Promise<number> => {
  const [row] = await server.context.db.query<{ n: number }>(
    'select count(*)::integer as n from case_list where is_held and driver_id is not null',
  );
  return row!.n;
};
const aboutDiego = async () => {
  const [driver] = await server.context.db.query<{ verification_code: string }>(
    'select verification_code from drivers where id = $1',
    [server.as('diego').driverId],
  );
  return { kind: 'complaint', code: driver!.verification_code };
};

test('P3 abuse: one subscriber’s complaints about a driver take two of the twenty, by whatever /64 of the /48', async () => {
  const about = await aboutDiego();
  for (let index = 0; index < 20; index++)
    expect((await call('open_case', lost(about), `2001:db8:7:${index}::1`))[0]).toBe(200);
  expect(await held()).toBe(18);
  for (const passenger of ['2001:db8:8::1', '203.0.113.77', '192.0.2.9'])
    expect((await call('open_case', lost(about), passenger))[0]).toBe(200);
  expect(await held()).toBe(18);
});

test('P3 abuse: what a driver writes about himself takes nothing from the twenty, by tablet or by network', async () => {
  const about = await aboutDiego();
  const diego = server.as('diego');
  await server.context.db.query(
    `insert into auth.sessions (id, user_id, ip) values (gen_random_uuid(), $1, '2001:db8:9::5')`,
    [diego.userId],
  );
  for (let index = 0; index < 10; index++)
    expect((await call('open_case', lost(about), `2001:db8:9:${index}::7`))[0]).toBe(200);
  expect((await call('open_case', lost(about), '198.51.100.200', 'diego'))[0]).toBe(200);
  const [counted] = await server.context.db.query<{ n: number }>(
    'select count(*)::integer as n from private.ticket_openings where driver_id = $1',
    [diego.driverId],
  );
  expect(counted!.n).toBe(0);
});

test('abuse: guesses and other tickets’ numbers open no page', async () => {
  const { number, id } = await open();
  for (const secret of [newSecret(), number, id, '', '%', 'x'.repeat(200)])
    expect(await page(secret)).toEqual([]);
  expect((await call('reply_to_case', { secret: newSecret(), id: randomUUID(), body: 'x' }))[0]).toBe(404);
  const [stored] = await server.context.db.query<{ text: string }>(
    'select string_agg(s::text, $1) as text from private.ticket_secrets s',
    [' '],
  );
  expect(stored!.text).not.toContain(newSecret());
});

test('the ticket page holds what both sides wrote, never a note', async () => {
  const { secret, id } = await open({ email: 'anna@example.de' });
  await call('note_ticket', { ticket_id: id, note: 'Diego has it' }, undefined, 'carla');
  const reply = {
    id: randomUUID(),
    ticket_id: id,
    reply: 'Wir haben es.',
    spanish: 'Lo tenemos.',
    by_mail: true,
  };
  // The office presses again after a lost response.
  for (const _ of [1, 2]) expect((await call('send_ticket_reply', reply, undefined, 'carla'))[0]).toBe(204);
  const question = { secret, id: randomUUID(), body: 'Wann?' };
  expect(await page(secret)).toMatchObject([{ state: 'answered' }]);
  for (const _ of [1, 2]) expect((await call('reply_to_case', question))[0]).toBe(204);
  const [ticket] = await page(secret);
  expect(ticket).toMatchObject({
    state: 'new',
    messages: [
      { from_company: false, body: 'Mein Handy liegt im Auto.' },
      { from_company: true, body: 'Wir haben es.' },
      { from_company: false, body: 'Wann?' },
    ],
  });
  expect(JSON.stringify(ticket)).not.toMatch(/Diego|tenemos|anna|carla/);
});

test('abuse: HTML in a case stays text, and control characters go', async () => {
  const body = `<img src=x onerror=alert(1)>\u202e\u0007`;
  await open({ body });
  expect((await rows())[0]!.body).toBe('<img src=x onerror=alert(1)>');
});

test('a passenger’s message reopens a closed case, and twenty are the most', async () => {
  const { secret, id } = await open();
  await call('set_case_state', { case_id: id, state: 'closed' }, undefined, 'carla');
  expect(await page(secret)).toMatchObject([{ state: 'closed' }]);
  for (let index = 0; index < 20; index++)
    expect((await call('reply_to_case', { secret, id: randomUUID(), body: 'x' }))[0]).toBe(204);
  expect(await page(secret)).toMatchObject([{ state: 'new' }]);
  expect((await call('reply_to_case', { secret, id: randomUUID(), body: 'x' }))[0]).toBe(429);
});

test('a driver neither reads nor works on cases', async () => {
  const { id } = await open();
  for (const [name, body] of [
    ['send_ticket_reply', { id: randomUUID(), ticket_id: id, reply: 'x' }],
    ['note_ticket', { ticket_id: id, note: 'x' }],
    ['set_case_state', { case_id: id, state: 'closed' }],
    ['set_case_driver', { case_id: id, driver: null }],
    ['forget_case', { case_id: id }],
  ] as const)
    expect([name, (await call(name, body, undefined, 'diego'))[0]]).toEqual([name, 403]);
  const response = await server.as('diego').request('/rest/v1/case_list?select=id');
  expect(await response.json()).toEqual([]);
});

test('the deadline is so many working days away, without public holidays', async () => {
  const [row] = await server.context.db.query<{ days: string[] }>(
    `select array_agg(private.working_days_after(d::date, n)::text) as days from (values
       ('2026-11-20', 5), ('2026-11-21', 1), ('2026-12-03', 5), ('2026-12-24', 1), ('2027-09-16', 1),
       ('2026-11-26', 60)) as t (d, n)`,
  );
  const beforeNewYear = ['2026-11-27', '2026-11-23', '2026-12-11', '2026-12-28'];
  expect(row!.days).toEqual([...beforeNewYear, '2027-09-20', '2027-02-23']);
});

/** The official calendars, without the days of elections, which no law fixes. */
const holidays = {
  2025: '01-01 04-18 04-19 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2026: '01-01 04-03 04-04 05-01 05-21 06-21 06-29 07-16 08-15 09-18 09-19 10-12 10-31 11-01 12-08 12-25',
  2027: '01-01 03-26 03-27 05-01 05-21 06-21 06-28 07-16 08-15 09-17 09-18 09-19 10-11 10-31 11-01 12-08 12-25',
};
/** Years in which a rule moves or adds a day that the calendars above lack. */
const rareHolidays = {
  2023: '01-01 01-02 04-07 04-08 05-01 05-21 06-21 06-26 07-16 08-15 09-18 09-19 10-09 10-27 11-01 12-08 12-25',
  2024: '01-01 03-29 03-30 05-01 05-21 06-20 06-29 07-16 08-15 09-18 09-19 09-20 10-12 10-31 11-01 12-08 12-25',
  2029: '01-01 03-30 03-31 05-01 05-21 06-20 07-02 07-16 08-15 09-17 09-18 09-19 10-15 11-01 11-02 12-08 12-25',
};

test.each(Object.entries({ ...holidays, ...rareHolidays }))(
  'the public holidays of %s are those of the official calendar',
  async (year, days) => {
    const [row] = await server.context.db.query<{ days: string }>(
      `select string_agg(to_char(day, 'MM-DD'), ' ' order by day) as days from private.public_holidays($1) as day`,
      [year],
    );
    expect(row!.days).toBe(days);
  },
);

async function upload(name: string, type = 'image/jpeg'): Promise<number> {
  const body = type === 'image/jpeg' ? new Uint8Array(await picture(20, 20)) : '<script>alert(1)</script>';
  const response = await server.request(`/storage/v1/object/casos/${name}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: new Blob([body], { type }),
  });
  return response.status;
}

test('a passenger uploads the one photo of the case, and nothing executable', async () => {
  const { photo, id, secret } = await open({ with_photo: true });
  expect(await page(secret)).toMatchObject([{ has_photo: false }]);
  expect(photo).toMatch(/^[0-9a-f-]{36}\.jpg$/);
  for (const type of ['text/html', 'image/svg+xml', 'application/pdf'])
    expect(await upload(photo!, type)).toBe(400);
  expect(await upload(`${randomUUID()}.jpg`)).toBe(400);
  expect(await upload(photo!)).toBe(200);
  expect(await page(secret)).toMatchObject([{ has_photo: true }]);
  expect(await upload(photo!)).toBe(400);
  expect((await server.request(`/storage/v1/object/public/casos/${photo}`)).status).toBe(400);
  expect((await server.as('diego').request(`/storage/v1/object/authenticated/casos/${photo}`)).status).toBe(
    400,
  );
  const shown = await server.as('carla').request(`/storage/v1/object/authenticated/casos/${photo}`);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect((await call('forget_case', { case_id: id }, undefined, 'carla'))[0]).toBe(204);
  const left = await server.context.db.query(`select name from storage.objects where bucket_id = 'casos'`);
  expect(left).toEqual([]);
});

test('90 days after closing the passenger’s data go, and the numbers stay', async () => {
  const old = await open({ email: 'anna@example.de', place: 'LA 705' });
  const fresh = await open();
  for (const { id } of [old, fresh])
    await call('set_case_state', { case_id: id, state: 'closed' }, undefined, 'carla');
  await server.context.db.query(`update tickets set closed_at = now() - interval '91 days' where id = $1`, [
    old.id,
  ]);
  const [forgotten] = await server.context.db.query<{ n: string }>('select private.forget_cases(now()) as n');
  expect(Number(forgotten!.n)).toBe(1);
  expect(await rows()).toMatchObject([
    { id: old.id, kind: 'lost', state: 'closed', body: null, email: null, place: null },
    { id: fresh.id, body: 'Mein Handy liegt im Auto.' },
  ]);
  expect(await page(old.secret)).toEqual([]);
  expect(await page(fresh.secret)).toHaveLength(1);
});

/** Resolves once so many statements of this database wait for a lock. */
const untilWaiting = (count: number) =>
  expect
    .poll(async () => {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await server.context.db.direct.query(waiting)).length;
    })
    .toBe(count);

test('who writes on a case while its data are deleted waits, and finds no case', async () => {
  const { secret, id } = await open();
  const { waiting } = await server.context.db.transaction(async (transaction) => {
    await transaction.query('select private.forget_case($1)', [id]);
    const started = Promise.all([
      call('reply_to_case', { secret, id: randomUUID(), body: 'x' }),
      call('note_ticket', { ticket_id: id, note: 'x' }, undefined, 'carla'),
      call('set_case_state', { case_id: id, state: 'new' }, undefined, 'carla'),
      call('set_case_driver', { case_id: id, driver: server.as('diego').driverId }, undefined, 'carla'),
    ]);
    await untilWaiting(4);
    return { waiting: started };
  });
  expect((await waiting).map(([status]) => status)).toEqual([404, 404, 404, 404]);
  expect(await server.context.db.query('select from ticket_messages where ticket_id = $1', [id])).toEqual([]);
  expect(await rows()).toMatchObject([{ state: 'closed', body: null, driver_name: null }]);
});

test('the daily deletion leaves a case that a message reopens at that moment', async () => {
  const { db } = server.context;
  const { secret, id } = await open();
  await call('set_case_state', { case_id: id, state: 'closed' }, undefined, 'carla');
  await db.query(`update tickets set closed_at = now() - interval '91 days' where id = $1`, [id]);
  const { waiting } = await db.transaction(async (transaction) => {
    await transaction.query('select reply_to_case($1, $2, $3)', [secret, randomUUID(), 'Ist es da?']);
    const started = db.query<{ n: string }>('select private.forget_cases(now()) as n');
    await untilWaiting(1);
    return { waiting: started };
  });
  expect(await waiting).toEqual([{ n: '0' }]);
  expect(await page(secret)).toMatchObject([{ state: 'new', messages: [{}, { body: 'Ist es da?' }] }]);
});
