import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query('delete from printed_cards; delete from private.card_folios');
});

type Answer = readonly [status: number, body: unknown];

async function call(name: string, body: object, as?: 'diego' | 'carla'): Promise<Answer> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const path = `/rest/v1/rpc/${name}`;
  const response = await (as
    ? server.as(as).request(path, init)
    : server.requestFrom('203.0.113.7', path, init));
  const text = await response.text();
  return [response.status, text === '' ? null : (JSON.parse(text) as unknown)];
}

interface CardRow {
  readonly kind: string;
  readonly folio: number;
  readonly driver_id: string | null;
  readonly driver_name: string | null;
  readonly license_plate: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly secret: string | null;
  readonly voided_at: Date | null;
  readonly void_reason: string | null;
}
const rows = () => server.context.db.query<CardRow>('select * from printed_cards order by kind, folio');

const cardOf = (plate: string, licence?: string) => ({
  driver: server.as('diego').driverId,
  plate,
  ...(licence !== undefined && { licence }),
});
const register = (kind: string, ...cards: readonly object[]) =>
  call('register_cards', { kind, cards }, 'carla');

const trip = {
  origin: 'Aeropuerto',
  destination: 'Las Condes',
  pesos: 22_000,
  plate: 'bb·cd-12',
};
const receiptOf = (fields: object = {}) => ({
  id: randomUUID(),
  ...trip,
  taken_at: new Date().toISOString(),
  ...fields,
});
const receipt = (fields: object = {}) => call('issue_receipt', receiptOf(fields), 'carla');

test('a receipt that the office writes again after a lost response has one folio', async () => {
  const written = receiptOf();
  const attempts = [1, 2, 3].map(() => call('issue_receipt', written, 'carla'));
  for (const [status] of await Promise.all(attempts)) expect(status).toBe(204);
  await receipt();
  expect(await rows()).toMatchObject([{ folio: 1 }, { folio: 2 }]);
});

test('cards that the office registers again after a lost response have one folio each', async () => {
  const cards = ['BBCD12', 'BBCD13'].map((plate) => ({ ...cardOf(plate), id: randomUUID() }));
  const ids = cards.map(({ id }) => ({ id }));
  const attempts = [1, 2, 3].map(() => register('sticker', ...cards));
  for (const answer of await Promise.all(attempts)) expect(answer).toEqual([200, ids]);
  expect(await rows()).toMatchObject([
    { folio: 1, license_plate: 'BBCD12' },
    { folio: 2, license_plate: 'BBCD13' },
  ]);
});

test('a credential keeps name, class, plate and company as they were, each with the next folio of its kind', async () => {
  const [status, ids] = await register('credential', cardOf('bb·cd-12', 'A2'), cardOf('BBCD13', 'A2'));
  expect([status, ids]).toEqual([200, [{ id: expect.any(String) }, { id: expect.any(String) }]]);
  await register('sticker', cardOf('BBCD12'));
  expect(await rows()).toMatchObject([
    {
      kind: 'credential',
      folio: 1,
      driver_name: 'diego',
      license_plate: 'BBCD12',
      details: { licence: 'A2' },
    },
    {
      kind: 'credential',
      folio: 2,
      license_plate: 'BBCD13',
      details: { company: { name: expect.any(String) } },
    },
    { kind: 'sticker', folio: 1, details: { code: expect.stringMatching(/^[0-9A-Z]{12}$/) }, secret: null },
  ]);
});

test('folios have no gaps: ten receipts at once, and one that fails in between', async () => {
  expect((await receipt({ destination: ' ' }))[0]).toBe(400);
  const answers = await Promise.all(Array.from({ length: 10 }, () => receipt()));
  expect(answers.map(([status]) => status)).toEqual(Array.from({ length: 10 }, () => 204));
  expect((await receipt({ pesos: 0 }))[0]).toBe(400);
  await receipt();
  expect((await rows()).map(({ folio }) => folio)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
});

test('all cards of a call or none: the folios of a failed call are given again', async () => {
  const stranger = { driver: '00000000-0000-4000-8000-000000000000', plate: 'BBCD12' };
  expect((await register('headrest', cardOf('BBCD12'), stranger))[0]).toBe(404);
  expect(await rows()).toEqual([]);
  await register('headrest', cardOf('BBCD12'));
  expect(await rows()).toMatchObject([{ kind: 'headrest', folio: 1 }]);
});

test.each([
  ['a credential without the licence class', 'credential', { plate: 'BBCD12' }],
  ['a credential without a plate', 'credential', { plate: '', licence: 'A2' }],
  ['a kind that does not exist', 'poster', { plate: 'BBCD12' }],
])('%s is refused', async (_, kind, card) => {
  const { driver } = cardOf('BBCD12');
  expect(await register(kind, { driver, ...card })).toMatchObject([400, { code: 'validation_failed' }]);
});

test('anybody with the secret reads the receipt, and nothing else of the register', async () => {
  await receipt({ driver: server.as('diego').driverId });
  const [{ secret } = { secret: '' }] = await rows();
  const [status, body] = await call('receipt_by_secret', { secret });
  expect([status, body]).toMatchObject([
    200,
    [
      {
        folio: 1,
        driver_name: 'diego',
        license_plate: 'BBCD12',
        details: { origin: 'Aeropuerto', destination: 'Las Condes', pesos: 22_000, fiscal: false },
      },
    ],
  ]);
  expect(Object.keys((body as object[])[0]!).sort()).toEqual([
    'details',
    'driver_name',
    'folio',
    'license_plate',
    'printed_at',
  ]);
  expect(await call('receipt_by_secret', { secret: 's'.repeat(43) })).toEqual([200, []]);
  expect((await call('issue_receipt', receiptOf(), 'diego'))[0]).toBe(403);
});

/** Publishes the newest content with some facts of the company changed. */
async function publish(facts: object): Promise<void> {
  await server.context.db.query(
    `insert into content_releases (id, content)
     select id + 1, jsonb_set(content, '{company}', content -> 'company' || $1::jsonb)
     from content_releases order by id desc limit 1`,
    [JSON.stringify(facts)],
  );
}

test('the company says once, for all receipts from then on, whether they are a tax document’s', async () => {
  await call('issue_receipt', receiptOf(), 'carla');
  await publish({ taxDocument: true });
  await call('issue_receipt', receiptOf(), 'carla');
  expect(await rows()).toMatchObject([{ details: { fiscal: false } }, { details: { fiscal: true } }]);
});

test('a void receipt keeps row, folio and first reason; its page says when, and the log who and why', async () => {
  const written = receiptOf();
  await call('issue_receipt', written, 'carla');
  const voiding = (reason: string, as: 'diego' | 'carla' = 'carla') =>
    call('void_receipt', { receipt: written.id, reason }, as);
  expect((await voiding('Otro viaje', 'diego'))[0]).toBe(403);
  expect((await voiding(' '))[0]).toBe(400);
  expect((await voiding(' Otro viaje '))[0]).toBe(204);
  expect((await voiding('Otra vez'))[0]).toBe(404);
  await receipt();
  const [voided, next] = await rows();
  expect(voided).toMatchObject({ folio: 1, void_reason: 'Otro viaje', voided_at: expect.any(Date) });
  expect(next).toMatchObject({ folio: 2, voided_at: null });
  const [, page] = await call('receipt_by_secret', { secret: voided!.secret });
  expect(page).toMatchObject([{ folio: 1, details: { pesos: 22_000, voidedAt: expect.any(String) } }]);
  expect(JSON.stringify(page)).not.toContain('Otro viaje');
  const [entry] = await server.context.db.query<{ payload: object }>(
    `select payload from private.audit where payload ->> 'action' = 'receipt_voided'`,
  );
  expect(entry?.payload).toMatchObject({
    actor_id: server.as('carla').userId,
    traits: { folio: 1, why: 'Otro viaje' },
  });
});

test('only a receipt can be voided', async () => {
  const [, ids] = await register('sticker', cardOf('BBCD12'));
  const [{ id }] = ids as [{ id: string }];
  expect((await call('void_receipt', { receipt: id, reason: 'x' }, 'carla'))[0]).toBe(404);
});

test('the register outlives the driver, until its period is over; folios go on counting', async () => {
  const [driver] = await server.context.db.query<{ id: string }>(
    `insert into drivers (name, license_plate, driver_code, contact)
     values ('Se Va', 'BBCD44', 'C-044', '+56912345678') returning id`,
  );
  await register('credential', { driver: driver!.id, plate: 'BBCD44', licence: 'A1' });
  await server.context.db.query('delete from drivers where id = $1', [driver!.id]);
  expect(await rows()).toMatchObject([{ driver_id: null, driver_name: 'Se Va', license_plate: 'BBCD44' }]);
  const forget = async () => {
    const [row] = await server.context.db.query<{ n: string }>('select private.forget_cards(now()) as n');
    return Number(row!.n);
  };
  expect(await forget()).toBe(0);
  await server.context.db.query(`update printed_cards set printed_at = now() - interval '731 days'`);
  expect(await forget()).toBe(1);
  await register('credential', cardOf('BBCD12', 'A2'));
  expect(await rows()).toMatchObject([{ folio: 2 }]);
});

test('a driver’s own data name the cards that were printed for them', async () => {
  await register('credential', cardOf('BBCD12', 'A2'));
  const [status, data] = await call('personal_data', {}, 'diego');
  expect([status, data]).toMatchObject([
    200,
    { cards: [{ kind: 'credential', folio: 1, name: 'diego', license_plate: 'BBCD12', licence: 'A2' }] },
  ]);
});

async function diegoCode(): Promise<string> {
  const [driver] = await server.context.db.query<{ code: string }>(
    'select verification_code as code from drivers where id = $1',
    [server.as('diego').driverId],
  );
  return driver!.code;
}

/** Scans the code of a card from a network. */
async function scan(code: string, from: string): Promise<Answer> {
  const response = await server.requestFrom(from, '/rest/v1/rpc/card_rating_link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  return [response.status, await response.json()];
}

test.each(['.', ')', '*', ',', '%20', '%E2%80%8E', '\u200e', '%2520', '”, gracias'])(
  'L1: a code that a chat program has lengthened by %j names the driver',
  async (ending) => {
    const code = `${await diegoCode()}${ending}`;
    expect(await call('verify_driver', { code })).toMatchObject([200, [{ first_name: 'diego' }]]);
    expect(await call('verify_driver', { code: `%E2%80%8E${code}` })).toMatchObject([
      200,
      [{ first_name: 'diego' }],
    ]);
    expect(await scan(code, '203.0.113.21')).toMatchObject([200, [{ first_name: 'diego' }]]);
  },
);

test('the code of a printed card opens one rating, which the tablet’s own link does not notice', async () => {
  const code = await diegoCode();
  const [status, body] = await scan(code, '203.0.113.20');
  expect([status, body]).toMatchObject([200, [{ first_name: 'diego', state: 'open' }]]);
  const [{ token }] = body as [{ token: string }];
  expect(await scan(code.toLowerCase(), '203.0.113.20')).toMatchObject([200, [{ token }]]);
  expect((await call('rate_by_link', { token, rating: 5 }))[0]).toBe(204);
  expect(await call('rate_by_link', { token, rating: 1 })).toMatchObject([409, { code: 'rating_link_used' }]);
  expect(await scan(code, '203.0.113.20')).toMatchObject([200, [{ state: 'used' }]]);
  expect((await call('create_rating_link', {}, 'diego'))[0]).toBe(200);
});

test('P1: one line opens forty ratings by cards in an hour, and then one each two minutes', async () => {
  await server.context.db.query('delete from private.card_ratings; delete from private.rating_links');
  const code = await diegoCode();
  for (let network = 1; network <= 40; network += 1)
    expect((await scan(code, `2001:db8:1:${network.toString(16)}::1`))[0]).toBe(200);
  expect((await scan(code, '2001:db8:1:abcd::1'))[0]).toBe(429);
  expect((await scan(code, '2001:db8:2:3::1'))[0]).toBe(200);
  await server.context.db.query(
    `update private.card_ratings set opened_at = opened_at - interval '2 minutes 1 second'`,
  );
  expect((await scan(code, '2001:db8:1:abcd::1'))[0]).toBe(200);
});

test('P3: beyond ten ratings a day by cards, and one in six hours of a network, ratings are taken and wait for the office', async () => {
  await server.context.db.query('delete from private.card_ratings; delete from private.rating_links');
  const code = await diegoCode();
  for (let host = 1; host <= 10; host += 1) expect((await scan(code, `198.51.100.${host}`))[0]).toBe(200);
  const rate = async (from: string): Promise<boolean> => {
    const [status, body] = await scan(code, from);
    expect(status).toBe(200);
    const [{ token }] = body as [{ token: string }];
    expect((await call('rate_by_link', { token, rating: 1 }))[0]).toBe(204);
    const [review] = await server.context.db.query<{ hidden: boolean }>(
      'select hidden_at is not null as hidden from reviews order by created_at desc limit 1',
    );
    return review!.hidden;
  };
  const shown = async () =>
    (
      await server.context.db.query('select review_count from drivers where id = $1', [
        server.as('diego').driverId,
      ])
    )[0];
  const before = await shown();
  expect(await rate('198.51.100.11')).toBe(true);
  expect(await shown()).toEqual(before);
  // Ratings that were held back take nothing from the ten; one network counts once.
  await server.context.db.query(
    `delete from private.rating_links; delete from private.card_ratings where opened_at < (select max(opened_at) from private.card_ratings)`,
  );
  expect([await rate('2001:db8:5:1::1'), await rate('198.51.100.12')]).toEqual([false, false]);
  await server.context.db.query('delete from private.rating_links');
  expect(await rate('2001:db8:5:2::1')).toBe(true);
  await server.context.db.query(
    `insert into auth.sessions (id, user_id, ip) values (gen_random_uuid(), $1, '198.51.100.77')`,
    [server.as('diego').userId],
  );
  expect(await rate('198.51.100.77')).toBe(true);
  await server.context.db.query(
    `delete from private.rating_links; update private.card_ratings set opened_at = now() - interval '25 hours'`,
  );
  expect(await rate('198.51.100.1')).toBe(false);
});
