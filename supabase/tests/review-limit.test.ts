import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  // An empty value counts as not given: this is the operator's default.
  server = await startProductApp({ environment: { REVIEWS_PER_HOUR: '' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.context.db.query('delete from reviews'));

type Send = (path: string, init?: RequestInit) => Promise<Response>;

function post(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

function rate(send: Send, fields: object = {}): Promise<Response> {
  return send('/rest/v1/reviews', post({ driver_id: server.as('diego').driverId, rating: 5, ...fields }));
}

async function count(): Promise<number> {
  const [row] = await server.context.db.query<{ count: string }>('select count(*) from reviews');
  return Number(row!.count);
}

test('R4 the eleventh rating of a driver within an hour is told when to come back', async () => {
  const diego = server.as('diego');
  const keys = Array.from({ length: 10 }, () => randomUUID());
  for (const idempotency_key of keys)
    expect((await rate(diego.request, { idempotency_key })).status).toBe(201);
  await server.context.db.query(
    `update reviews set created_at = now() - interval '50 minutes' where idempotency_key = $1`,
    [keys[0]],
  );

  const refused = await rate(diego.request, { idempotency_key: randomUUID() });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: 'over_review_rate_limit' });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(590);
  expect(seconds).toBeLessThanOrEqual(600);

  const repeated = await rate(diego.request, { idempotency_key: keys[3] });
  expect([repeated.status, ((await repeated.json()) as { code: string }).code]).toEqual([409, '23505']);

  await server.context.db.query(
    `update reviews set created_at = now() - interval '61 minutes' where idempotency_key = $1`,
    [keys[0]],
  );
  expect((await rate(diego.request)).status).toBe(201);
  expect((await rate(diego.request)).status).toBe(429);
  expect(await count()).toBe(11);
});

test('one request with more ratings than the limit writes none of them', async () => {
  const diego = server.as('diego');
  const rows = Array.from({ length: 11 }, () => ({ driver_id: diego.driverId, rating: 5 }));
  expect((await diego.request('/rest/v1/reviews', post(rows))).status).toBe(429);
  expect(await count()).toBe(0);
});

test('R4 twenty ratings at the same moment: ten are written', async () => {
  const diego = server.as('diego');
  const answers = await Promise.all(Array.from({ length: 20 }, async () => rate(diego.request)));
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array<number>(10).fill(201), ...Array<number>(10).fill(429)]);
  expect(await count()).toBe(10);
});

test('the limit tells nobody about another driver, and does not bind the service', async () => {
  for (let n = 0; n < 12; n += 1) expect((await rate(server.service)).status).toBe(201);
  const other = await rate(server.as('elena').request);
  expect([other.status, ((await other.json()) as { code: string }).code]).toEqual([403, '42501']);
  expect((await rate(server.as('diego').request)).status).toBe(429);
});

test('an administrator who drives is not bound', async () => {
  const carla = server.as('carla');
  await server.context.db.query('insert into user_drivers values ($1, $2)', [
    carla.userId,
    server.as('elena').driverId,
  ]);
  const rows = Array.from({ length: 12 }, () => ({ driver_id: server.as('elena').driverId, rating: 5 }));
  expect((await carla.request('/rest/v1/reviews', post(rows))).status).toBe(201);
});
