import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp, type ProductPerson } from '../../server/testing/app.ts';

interface Link {
  readonly token: string;
  readonly idempotency_key: string;
  readonly expires_at: string;
}

let server: ProductApp;
let diego: ProductPerson;
beforeAll(async () => {
  server = await startProductApp({ environment: { REVIEWS_PER_HOUR: '3' } });
  diego = server.as('diego');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.context.db.query('delete from reviews; delete from private.rating_links'));

function json(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Calls a function as a phone that nobody has signed in on. */
async function call(name: string, body: object): Promise<readonly [status: number, answer: unknown]> {
  const response = await server.request(`/rest/v1/rpc/${name}`, json(body));
  const text = await response.text();
  return [response.status, text === '' ? null : (JSON.parse(text) as unknown)];
}

async function createLink(person: ProductPerson): Promise<Link> {
  const response = await person.request('/rest/v1/rpc/create_rating_link', json({}));
  expect(response.status).toBe(200);
  const [link] = (await response.json()) as Link[];
  return link!;
}

function reviews() {
  return server.context.db.query<{ rating: number; user_name: string; comment: string }>(
    'select rating, user_name, comment, idempotency_key, driver_id from reviews',
  );
}

/** The same link, with its end at another second, signed with the installation's own key as RFC 2104 says. */
async function expiringAt({ token }: Link, second: number): Promise<string> {
  const [row] = await server.context.db.query<{ key: Buffer }>('select key from private.signing_keys');
  const payload = Buffer.from(token, 'base64url').subarray(0, 40);
  payload.writeBigInt64BE(BigInt(second), 16);
  const signature = createHmac('sha256', row!.key).update(payload).digest().subarray(0, 16);
  return Buffer.concat([payload, signature]).toString('base64url');
}

test('a link rates its driver once, from a phone without an account', async () => {
  const link = await createLink(diego);
  const minutes = (Date.parse(link.expires_at) - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(29);
  expect(minutes).toBeLessThanOrEqual(30);
  expect(link.token).toMatch(/^[\w-]{75}$/);

  const shown = { first_name: 'diego', license_plate: 'DDDD11', photo_url: null };
  expect(await call('rating_link', { token: link.token })).toEqual([200, [{ ...shown, state: 'open' }]]);
  expect(await call('rate_by_link', { token: link.token, rating: 4 })).toEqual([204, null]);
  expect(await call('rating_link', { token: link.token })).toEqual([200, [{ ...shown, state: 'used' }]]);
  expect(await call('rate_by_link', { token: link.token, rating: 1 })).toMatchObject([
    409,
    { code: 'rating_link_used' },
  ]);
  expect(await reviews()).toEqual([
    {
      rating: 4,
      user_name: 'Anonymous',
      comment: 'No comment',
      idempotency_key: link.idempotency_key,
      driver_id: diego.driverId,
    },
  ]);
});

test('I5 ten phones that rate by one link at the same moment give one rating', async () => {
  const { token } = await createLink(diego);
  const answers = await Promise.all(
    Array.from({ length: 10 }, async () => call('rate_by_link', { token, rating: 5 })),
  );
  expect(answers.map(([status]) => status).sort()).toEqual([204, ...Array<number>(9).fill(409)]);
  expect(await reviews()).toHaveLength(1);
});

test('a link ends after its time; a rating that had arrived is still known', async () => {
  const link = await createLink(diego);
  const past = await expiringAt(link, Math.floor(Date.now() / 1000) - 1);
  expect(await call('rating_link', { token: past })).toMatchObject([200, [{ state: 'expired' }]]);
  expect(await call('rate_by_link', { token: past, rating: 5 })).toMatchObject([
    410,
    { code: 'rating_link_expired' },
  ]);
  expect(await reviews()).toEqual([]);
  await call('rate_by_link', { token: link.token, rating: 5 });
  expect(await call('rating_link', { token: past })).toMatchObject([200, [{ state: 'used' }]]);
  expect((await call('rate_by_link', { token: past, rating: 5 }))[0]).toBe(409);
});

test('what we have not signed is refused', async () => {
  const link = await createLink(diego);
  const bytes = Buffer.from(link.token, 'base64url');
  const altered = [0, 20, 30, 45].map((place) => {
    const copy = Buffer.from(bytes);
    copy[place]! ^= 1;
    return copy.toString('base64url');
  });
  const strangers = ['', 'x', 'ñ'.repeat(75), '-'.repeat(75), randomBytes(56).toString('base64url')];
  for (const token of [...altered, ...strangers, `${link.token}A`]) {
    expect(await call('rating_link', { token })).toMatchObject([400, { code: 'rating_link_invalid' }]);
    expect(await call('rate_by_link', { token, rating: 5 })).toMatchObject([
      400,
      { code: 'rating_link_invalid' },
    ]);
  }
  expect(await call('rate_by_link', { token: null, rating: 5 })).toMatchObject([400, {}]);
  expect(await reviews()).toEqual([]);
});

test.each([0, 6, null, 'five', 70_000])('a link takes one to five stars, not %s', async (rating) => {
  const { token } = await createLink(diego);
  expect((await call('rate_by_link', { token, rating }))[0]).toBe(400);
  expect(await call('rating_link', { token })).toMatchObject([200, [{ state: 'open' }]]);
});

test('only a driver makes links, and only with the key of the server', async () => {
  for (const name of ['nora', 'carla'] as const) {
    const response = await server.as(name).request('/rest/v1/rpc/create_rating_link', json({}));
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      403,
      'not_a_driver',
    ]);
  }
  expect((await call('create_rating_link', {}))[0]).toBe(401);
});

test('ratings by links count for the limit of the driver, also when another driver gives them', async () => {
  for (const rating of [5, 4, 3]) {
    await call('rate_by_link', { token: (await createLink(diego)).token, rating });
    await server.context.db.query(
      `update private.rating_links set created_at = created_at - interval '5 minutes'`,
    );
  }
  const link = await createLink(diego);
  const refused = await server
    .as('elena')
    .request('/rest/v1/rpc/rate_by_link', json({ token: link.token, rating: 1 }));
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    429,
    'over_review_rate_limit',
  ]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500);
  expect(await reviews()).toHaveLength(3);
  expect(await call('rating_link', { token: link.token })).toMatchObject([200, [{ state: 'open' }]]);
});

test('a link dies with its driver', async () => {
  const { db } = server.context;
  const [nora, id] = [server.as('nora'), randomUUID()];
  await db.query(
    `insert into drivers (id, name, license_plate, driver_code) values ($1, 'Nora Soto', 'NORA12', 'N-1')`,
    [id],
  );
  await db.query('insert into user_drivers values ($1, $2)', [nora.userId, id]);
  const { token } = await createLink(nora);
  expect(await call('rating_link', { token })).toMatchObject([200, [{ first_name: 'Nora' }]]);
  await db.query('delete from drivers where id = $1', [id]);
  expect((await call('rate_by_link', { token, rating: 5 }))[0]).toBe(400);
});

test('the signature is HMAC-SHA256', async () => {
  for (const size of [1, 32, 64]) {
    const [key, message] = [randomBytes(size), randomBytes(100)];
    const [row] = await server.context.db.query<{ signature: Buffer }>(
      'select private.hmac_sha256($1, $2) as signature',
      [message, key],
    );
    expect(row!.signature).toEqual(createHmac('sha256', key).update(message).digest());
  }
});

test('R12 a rating that the database refuses tells a stranger nothing of the row', async () => {
  const link = await server.as('diego').request('/rest/v1/rpc/create_rating_link', { method: 'POST' });
  const [{ token }] = (await link.json()) as [{ token: string }];
  const body = JSON.stringify({ token, rating: 6 });
  const headers = { 'content-type': 'application/json' };
  const response = await server.request('/rest/v1/rpc/rate_by_link', { method: 'POST', headers, body });
  expect(response.status).toBe(400);
  const answer = await response.text();
  expect(JSON.parse(answer)).toMatchObject({ code: '23514', details: null, hint: null });
  expect(answer).not.toContain(server.as('diego').driverId);
});

test('the statement of docs/operations.md ends the rating links that are open, and new ones work', async () => {
  const text = await readFile(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const sql = /```sql\n(update private\.signing_keys[^`]*)```/.exec(text)?.[1] ?? '';
  const keyOf = async (): Promise<string | undefined> =>
    (await server.context.db.query<{ key: Buffer }>('select key from private.signing_keys'))[0]?.key.toString(
      'hex',
    );
  const [before, open] = [await keyOf(), await createLink(diego)];
  await server.context.db.query(sql);
  expect(await keyOf()).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf()).not.toBe(before);
  expect((await call('rate_by_link', { token: open.token, rating: 5 }))[0]).toBe(400);
  const { token } = await createLink(diego);
  expect((await call('rate_by_link', { token, rating: 5 }))[0]).toBe(204);
});
