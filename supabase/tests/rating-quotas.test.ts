import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REVIEWS_PER_HOUR: '10' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => server.context.db.query('delete from reviews; delete from private.rating_links'));

interface Link {
  readonly token: string;
  readonly idempotency_key: string;
  readonly expires_at: string;
}
interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly retryAfter: number;
}

async function post(who: 'diego' | 'elena' | null, path: string, body: object): Promise<Response> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return who === null ? server.request(path, init) : server.as(who).request(path, init);
}

async function answer(sent: Promise<Response>): Promise<Answer> {
  const response = await sent;
  const text = await response.text();
  const { code } = (text === '' ? {} : JSON.parse(text)) as { code?: string };
  return { status: response.status, code, retryAfter: Number(response.headers.get('retry-after')) };
}

/** A rating on Diego's device. */
function rate(fields: object = {}): Promise<Answer> {
  const review = { driver_id: server.as('diego').driverId, rating: 5, ...fields };
  return answer(post('diego', '/rest/v1/reviews', review));
}

function askForLink(): Promise<Response> {
  return post('diego', '/rest/v1/rpc/create_rating_link', {});
}

async function createLink(): Promise<Link> {
  const response = await askForLink();
  expect(response.status).toBe(200);
  return ((await response.json()) as Link[])[0]!;
}

/** Opens a link as a passenger's phone does, and returns its state. */
async function open({ token }: Link): Promise<string | undefined> {
  const response = await post(null, '/rest/v1/rpc/rating_link', { token });
  return ((await response.json()) as { state: string }[])[0]?.state;
}

function rateByLink({ token }: Link, rating = 1): Promise<Answer> {
  return answer(post(null, '/rest/v1/rpc/rate_by_link', { token, rating }));
}

/** Lets the links of a driver grow older. */
function passMinutes(minutes: number): Promise<unknown> {
  return server.context.db.query(
    `update private.rating_links set created_at = created_at - make_interval(mins => $1)`,
    [minutes],
  );
}

async function ratings(): Promise<number[]> {
  const rows = await server.context.db.query<{ rating: number }>(
    'select rating from reviews order by created_at',
  );
  return rows.map(({ rating }) => rating);
}

test('V19: a driver who rates itself until it is refused takes nothing from its passengers', async () => {
  const link = await createLink();
  const answers = [];
  for (let n = 0; n < 14; n += 1) answers.push((await rate()).status);
  expect(answers).toEqual([...Array<number>(10).fill(201), ...Array<number>(4).fill(429)]);
  expect(await rateByLink(link)).toMatchObject({ status: 204 });
});

test('V19: ratings by links take nothing from the device', async () => {
  for (let n = 0; n < 10; n += 1) {
    expect((await rateByLink(await createLink())).status).toBe(204);
    await passMinutes(5);
  }
  expect((await rateByLink(await createLink())).code).toBe('over_review_rate_limit');
  expect((await rate()).status).toBe(201);
});

test('V19: nobody but the passenger rates with the key of a link', async () => {
  const link = await createLink();
  expect(await rate({ idempotency_key: link.idempotency_key })).toMatchObject({
    status: 403,
    code: 'rating_link_key',
  });
  expect((await rate({ by_link: true })).code).toBe('42501');
  expect(await open(link)).toBe('open');
  expect((await rateByLink(link)).status).toBe(204);
  expect(await ratings()).toEqual([1]);
});

test('V19: however often a device asks, it gets one link in five minutes', async () => {
  const links = await Promise.all(Array.from({ length: 10 }, createLink));
  expect(new Set(links.map(({ token }) => token)).size).toBe(1);
  const answers = await Promise.all(links.map(async (link) => rateByLink(link)));
  expect(answers.map(({ status }) => status).sort()).toEqual([204, ...Array<number>(9).fill(409)]);
  expect(await ratings()).toEqual([1]);

  const refused = await answer(askForLink());
  expect(refused).toMatchObject({ status: 429, code: 'over_rating_link_rate_limit' });
  expect(refused.retryAfter).toBeGreaterThan(290);
  expect(refused.retryAfter).toBeLessThanOrEqual(300);
  await passMinutes(5);
  expect(await open(await createLink())).toBe('open');
});

test('V19: links that nobody can use any more are not kept', async () => {
  const { db } = server.context;
  for (let n = 0; n < 5; n += 1) {
    await createLink();
    await db.query(`update private.rating_links
      set created_at = created_at - interval '2 hours', expires_at = expires_at - interval '2 hours'`);
  }
  await createLink();
  expect(await db.query('select from private.rating_links')).toHaveLength(1);
});

test('a rating on the device closes the link shown beside it', async () => {
  const link = await createLink();
  const idempotency_key = randomUUID();
  const review = { idempotency_key, shown_link: link.idempotency_key };
  expect((await rate(review)).status).toBe(201);
  expect((await rate(review)).code).toBe('23505');
  expect(await open(link)).toBe('used');
  expect((await rateByLink(link)).code).toBe('rating_link_used');
  expect((await answer(askForLink())).code).toBe('over_rating_link_rate_limit');
});

test('V19: a link that a passenger has opened stays theirs, whatever is tapped on the device', async () => {
  const link = await createLink();
  expect(await open(link)).toBe('open');
  expect((await rate({ shown_link: link.idempotency_key })).status).toBe(201);
  expect(await open(link)).toBe('open');
  expect((await rateByLink(link)).status).toBe(204);
  expect(await ratings()).toEqual([5, 1]);
});

test('one request brings a hundred ratings at most, so that it costs little', async () => {
  const many = (length: number) =>
    Array.from({ length }, () => ({ driver_id: server.as('diego').driverId, rating: 5 }));
  expect((await answer(post('diego', '/rest/v1/reviews', many(100)))).code).toBe('over_review_rate_limit');
  expect((await answer(post('diego', '/rest/v1/reviews', many(101)))).code).toBe('too_many_reviews');
  expect(await ratings()).toEqual([]);
});

test('V19: nobody closes the link of another driver', async () => {
  const link = await createLink();
  const review = { driver_id: server.as('elena').driverId, rating: 5, shown_link: link.idempotency_key };
  expect((await answer(post('elena', '/rest/v1/reviews', review))).status).toBe(201);
  expect((await rate({ shown_link: randomUUID() })).status).toBe(201);
  expect(await open(link)).toBe('open');
});
