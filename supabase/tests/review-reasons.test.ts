import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp, type ProductPerson } from '../../server/testing/app.ts';

let server: ProductApp;
let diego: ProductPerson;
beforeAll(async () => {
  server = await startProductApp({ environment: { REVIEWS_PER_HOUR: '0' } });
  diego = server.as('diego');
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() =>
  server.context.db.query('delete from reviews; delete from shifts; delete from private.rating_links'),
);

type Send = (path: string, init?: RequestInit) => Promise<Response>;

async function post(send: Send, path: string, body: object): Promise<readonly [number, string | null]> {
  const response = await send(`/rest/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return [response.status, response.ok ? null : (JSON.parse(text) as { code: string }).code];
}

interface Stored {
  readonly reasons: readonly string[];
  readonly shift_id: string | null;
  readonly plate: string | null;
}

async function reviews(): Promise<Stored[]> {
  return server.context.db.query<Stored>(
    `select r.reasons, r.shift_id, v.license_plate as plate from reviews r
     left join vehicles v on v.id = r.vehicle_id order by r.created_at`,
  );
}
const reasons = async () => (await reviews()).map((review) => review.reasons);

/** Diego rates on the device. */
const rate = (fields: object) =>
  post(diego.request, 'reviews', { driver_id: diego.driverId, rating: 2, ...fields });
const addReasons = (review_key: string, given: unknown, who: ProductPerson = diego) =>
  post(who.request, 'rpc/add_review_reasons', { review_key, reasons: given });
const age = (interval: string) =>
  server.context.db.query('update reviews set created_at = created_at - $1::interval', [interval]);

test('a review arrives with its reasons, and one of an older version of the app without', async () => {
  expect(await rate({ reasons: ['price', 'route'] })).toEqual([201, null]);
  expect(await rate({})).toEqual([201, null]);
  expect(await reasons()).toEqual([['price', 'route'], []]);
});

test.each([
  ['another word', 2, ['music']],
  ['the same one twice', 2, ['price', 'price']],
  ['no word', 2, [null]],
  ['more than there are', 2, Array<string>(7).fill('price')],
  ['lists of lists', 2, [['price'], ['route']]],
  ['a reason for four stars', 4, ['price']],
])('R4 reasons are refused: %s', async (_, rating, given) => {
  expect(await rate({ rating, reasons: given })).toEqual([400, '23514']);
  const key = randomUUID();
  await rate({ rating, idempotency_key: key });
  expect(await addReasons(key, given)).toEqual([400, '23514']);
  expect(await reasons()).toEqual([[]]);
});

test('reasons follow a review once, however often they are sent', async () => {
  const key = randomUUID();
  await rate({ idempotency_key: key });
  expect(await addReasons(key, ['price'])).toEqual([204, null]);
  expect(await addReasons(key, ['price'])).toEqual([204, null]);
  expect(await addReasons(key, ['driving'])).toEqual([204, null]);
  expect(await reasons()).toEqual([['price']]);
});

test('ten calls at the same moment leave the reasons of one of them', async () => {
  const key = randomUUID();
  await rate({ idempotency_key: key });
  const calls = ['price', 'route', 'driving', 'vehicle'].map((reason) => addReasons(key, [reason]));
  expect(await Promise.all(calls)).toEqual(calls.map(() => [204, null]));
  expect((await reasons())[0]).toHaveLength(1);
});

test('R4 nobody but the driver of a review adds reasons to it, and only for a day', async () => {
  const key = randomUUID();
  await rate({ idempotency_key: key });
  for (const name of ['elena', 'carla', 'nora'] as const)
    expect(await addReasons(key, ['price'], server.as(name))).toEqual([404, 'review_not_found']);
  await age('25 hours');
  expect(await addReasons(key, ['price'])).toEqual([404, 'review_not_found']);
  expect(await reasons()).toEqual([[]]);
});

async function createLink(): Promise<{ readonly token: string; readonly idempotency_key: string }> {
  const response = await diego.request('/rest/v1/rpc/create_rating_link', { method: 'POST' });
  const [link] = (await response.json()) as { token: string; idempotency_key: string }[];
  return link!;
}

test('the holder of a link adds reasons to the review that it gave, once and for half an hour', async () => {
  const { token, idempotency_key } = await createLink();
  const add = (given: readonly string[]) =>
    post(server.request, 'rpc/add_reasons_by_link', { token, reasons: given });
  expect(await add(['price'])).toEqual([404, 'review_not_found']);
  await post(server.request, 'rpc/rate_by_link', { token, rating: 1 });
  // The device knows the key of its link, and adds nothing with it.
  expect(await addReasons(idempotency_key, ['route'])).toEqual([404, 'review_not_found']);
  expect(await add(['music'])).toEqual([400, '23514']);
  expect(await add(['price', 'treatment'])).toEqual([204, null]);
  expect(await add(['route'])).toEqual([204, null]);
  expect(await reasons()).toEqual([['price', 'treatment']]);
  await server.context.db.query(`update reviews set reasons = '{}'`);
  await age('31 minutes');
  expect(await add(['route'])).toEqual([404, 'review_not_found']);
});

/** Adds a shift of Diego in a vehicle of its own, by hours before now. */
async function addShift(plate: string, start: number, end: number | null): Promise<string> {
  const [row] = await server.context.db.query<{ id: string }>(
    `with vehicle as (insert into vehicles (license_plate) values ($1)
       on conflict (license_plate) do update set seats = 4 returning id)
     insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     select $2, vehicle.id, now() - make_interval(hours => $3), now() - make_interval(hours => $4) from vehicle
     returning id`,
    [plate, diego.driverId, start, end],
  );
  return row!.id;
}

test('a review keeps the shift and the vehicle that it was given in', async () => {
  await addShift('AAAA11', 9, 5);
  const open = await addShift('BBBB22', 4, null);
  await rate({});
  expect(await reviews()).toEqual([{ reasons: [], shift_id: open, plate: 'BBBB22' }]);
  await server.context.db.query('delete from shifts; delete from vehicles');
  expect(await reviews()).toEqual([{ reasons: [], shift_id: null, plate: null }]);
});

test.each([
  ['within the shift before', 6 * 3_600, 'AAAA11'],
  ['between two shifts', 4.5 * 3_600, null],
  ['before every shift', 48 * 3_600, null],
  ['on a device whose clock was set back', -3_600, null],
  ['for longer than is plausible', 2 ** 31 - 1, null],
])('a review that waited: %s', async (_, seconds_waited, plate) => {
  await addShift('AAAA11', 9, 5);
  await addShift('BBBB22', 4, null);
  expect(await rate({ seconds_waited })).toEqual([201, null]);
  expect((await reviews()).map((review) => review.plate)).toEqual([plate]);
});

test('a review by link is of the open shift too; without a shift it has none', async () => {
  const { token } = await createLink();
  const open = await addShift('BBBB22', 4, null);
  await post(server.request, 'rpc/rate_by_link', { token, rating: 5 });
  await server.context.db.query('update shifts set ended_at = now()');
  await rate({});
  expect((await reviews()).map((review) => review.shift_id)).toEqual([open, null]);
});

test('staff do nothing when a passenger gives reasons: the log of what staff do stays empty', async () => {
  const key = randomUUID();
  await rate({ idempotency_key: key });
  await addReasons(key, ['price']);
  const log = `select from private.audit where payload #>> '{traits,target}' like 'review:%'`;
  expect(await server.context.db.query(log)).toEqual([]);
});
