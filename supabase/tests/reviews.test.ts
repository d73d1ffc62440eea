import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createActors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp, type ProductPerson } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';

/** The list of the reviews, hiding and notes, and what a driver reads of the own reviews. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

interface Listed {
  readonly id: string;
  readonly rating: number;
  readonly reasons: readonly string[];
  readonly comment: string | null;
  readonly driver_name: string | null;
  readonly license_plate: string | null;
  readonly hidden_at: string | null;
  readonly hidden_by: string | null;
  readonly hidden_reason: string | null;
  readonly note: string | null;
  readonly created_at: string;
}
interface Summary {
  readonly count: number;
  readonly average: number | null;
  readonly weeks: readonly {
    readonly week: string;
    readonly count: number;
    readonly average: number | null;
  }[];
  readonly reasons: readonly { readonly reason: string; readonly count: number }[];
}

async function rpc<Body>(
  who: Pick<ProductPerson, 'request'>,
  name: string,
  body: object = {},
): Promise<Body> {
  const response = await who.request(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  expect(response.ok, text).toBe(true);
  return (text === '' ? null : JSON.parse(text)) as Body;
}

const carla = () => server.as('carla');
const diego = () => server.as('diego').driverId!;
const list = (filters: object = {}) =>
  rpc<(Listed & { total: number | null })[]>(carla(), 'list_reviews', filters);
const ratings = async (filters: object) => (await list(filters)).map(({ rating }) => rating);

interface Given {
  readonly driver?: string;
  readonly vehicle?: string;
  readonly reasons?: readonly string[];
  readonly daysAgo?: number;
}

/** A review of Diego in the first second of a day in Chile, so many days ago. */
async function rate(rating: number, { driver = diego(), vehicle, reasons = [], daysAgo = 0 }: Given = {}) {
  const id = randomUUID();
  await query(
    `insert into reviews (id, driver_id, vehicle_id, rating, reasons, created_at)
     values ($1, $2, $3, $4, $5, ((private.chile_today() - $6::integer) + time '00:00:01') at time zone 'America/Santiago')`,
    [id, driver, vehicle ?? null, rating, reasons, daysAgo],
  );
  return id;
}

beforeEach(async () => {
  await query('delete from reviews');
  await query('delete from vehicles');
});

test('the reviews are listed newest or lowest first, and narrowed by each filter', async () => {
  const [vehicle] = await query<{ id: string }>(
    `insert into vehicles (license_plate) values ('BBCD12') returning id`,
  );
  await rate(5, { daysAgo: 3 });
  await rate(2, { daysAgo: 2, reasons: ['price', 'route'], vehicle: vehicle!.id });
  await rate(1, { daysAgo: 1, reasons: ['driving'] });
  await rate(4, { driver: server.as('elena').driverId! });
  expect(await ratings({})).toEqual([4, 1, 2, 5]);
  expect(await ratings({ lowest: true })).toEqual([1, 2, 4, 5]);
  expect(await ratings({ driver: diego() })).toEqual([1, 2, 5]);
  expect(await ratings({ vehicle: vehicle!.id })).toEqual([2]);
  expect(await ratings({ stars: 'low' })).toEqual([1, 2]);
  expect(await ratings({ stars: '5' })).toEqual([5]);
  expect(await ratings({ reason: 'route' })).toEqual([2]);
  expect(await ratings({ search: 'elena' })).toEqual([4]);
  expect(await ratings({ search: 'bb·cd' })).toEqual([2]);
  const rows = await list({ stars: '2' });
  expect(rows[0]).toMatchObject({
    driver_name: 'diego',
    license_plate: 'BBCD12',
    reasons: ['price', 'route'],
    comment: null,
  });
  const yesterday = rows[0]!.created_at;
  expect(await ratings({ since: yesterday })).toEqual([4, 1, 2]);
  expect(await ratings({ until: yesterday })).toEqual([5]);
});

test('pages count all rows, and an export continues below the last row', async () => {
  for (const rating of [1, 2, 3, 4, 5]) await rate(rating, { daysAgo: rating });
  const second = await list({ page: 2, per_page: 2 });
  expect(second.map(({ rating, total }) => [rating, total])).toEqual([
    [3, 5],
    [4, 5],
  ]);
  const last = second.at(-1)!;
  await query('insert into reviews (driver_id, rating, hidden_at) values (null, 3, null), (null, 2, now())');
  const totalOf = async (filters: object = {}) => (await list(filters))[0]?.total;
  expect([await totalOf(), await totalOf({ state: 'shown' })]).toEqual([7, 6]);
  expect(await totalOf({ state: 'hidden' })).toBe(1);
  await query('delete from reviews where driver_id is null');
  const below = await list({ per_page: 2, before: last.created_at, before_id: last.id });
  expect(below).toMatchObject([{ total: null, rating: 5 }]);
});

async function averageOf(driver: string) {
  const [row] = await query<{ review_count: number; average: string | null }>(
    'select review_count, average_rating::text as average from drivers where id = $1',
    [driver],
  );
  return [Number(row!.review_count), row!.average === null ? null : Number(row!.average)];
}

test('a hidden review stays, leaves count and average, counts again when it is shown, and the log says who', async () => {
  await rate(5);
  const low = await rate(1);
  await rpc(server.as('carla'), 'hide_review', { review: low, reason: ' Calificó otro viaje ' });
  expect(await averageOf(diego())).toEqual([1, 5]);
  const [hidden] = await list({ state: 'hidden' });
  expect(hidden).toMatchObject({ id: low, hidden_reason: 'Calificó otro viaje', hidden_by: carla().email });
  expect(await ratings({ state: 'shown' })).toEqual([5]);
  expect(await ratings({})).toHaveLength(2);
  // A change of a hidden one changes nothing.
  await query('update reviews set rating = 2 where id = $1', [low]);
  expect(await averageOf(diego())).toEqual([1, 5]);
  await rpc(carla(), 'show_review', { review: low });
  expect(await averageOf(diego())).toEqual([2, 3.5]);
  expect((await list({ stars: '2' }))[0]).toMatchObject({ hidden_at: null, hidden_reason: null });
  await rpc(carla(), 'hide_review', { review: low, reason: 'x' });
  await query('delete from reviews where id = $1', [low]);
  expect(await averageOf(diego())).toEqual([1, 5]);
  const acts = await query<{ act: string; actor: string }>(
    `select payload ->> 'action' as act, payload ->> 'actor_username' as actor from private.audit
     where payload -> 'traits' ->> 'target' = $1 order by created_at`,
    [`review:${low}`],
  );
  expect(acts).toEqual(
    ['review_hidden', 'review_shown', 'review_hidden'].map((act) => ({ act, actor: carla().email })),
  );
});

test('a note is for staff: the driver reads neither it nor who hid the review', async () => {
  const review = await rate(2);
  await rpc(carla(), 'edit_review_note', { review, note: 'Hablar con Diego', seen: '' });
  await rpc(carla(), 'hide_review', { review, reason: 'Otro viaje' });
  expect((await list())[0]).toMatchObject({ note: 'Hablar con Diego' });
  const read = await (await server.as('diego').request('/rest/v1/reviews?select=*')).text();
  expect(read).toContain(review);
  expect(read).not.toMatch(/Hablar|Otro viaje|hidden_by/);
  await rpc(carla(), 'edit_review_note', { review, note: '  ', seen: 'Hablar con Diego' });
  expect((await list())[0]).toMatchObject({ note: null, hidden_reason: 'Otro viaje' });
});

test('a note that another person has written since is not overwritten, and comes with the error', async () => {
  const review = await rate(2);
  const edit = async (note: string, seen: string) => {
    const response = await carla().request('/rest/v1/rpc/edit_review_note', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ review, note, seen }),
    });
    const { code, details } = response.ok ? {} : ((await response.json()) as Record<string, unknown>);
    return [response.status, code, details];
  };
  const stored = async () => (await list()).find(({ id }) => id === review)!.note;
  expect(await edit('Hablar con Diego', '')).toEqual([204, undefined, undefined]);
  // The response was lost, and the panel sends it again.
  expect((await edit('Hablar con Diego', ''))[0]).toBe(204);
  expect(await edit('Llamar', '')).toEqual([409, 'edit_conflict', 'Hablar con Diego']);
  expect(await stored()).toBe('Hablar con Diego');
  expect((await edit(' ', 'Hablar con Diego'))[0]).toBe(204);
  expect(await edit('Llamar', 'Hablar con Diego')).toEqual([409, 'edit_conflict', null]);
  expect((await edit('Llamar', ''))[0]).toBe(204);
  expect(await stored()).toBe('Llamar');
});

test('hiding a review that a colleague has hidden keeps their reason and names it', async () => {
  const review = await rate(1);
  const stored = async () => (await list()).find(({ id }) => id === review)!;
  const everybody = await createActors(server);
  const office: Pick<ProductPerson, 'request'> = {
    request: (path, init) => everybody.request('olga', path, init),
  };
  const hide = async (person: typeof office, reason: string) => {
    const response = await person.request('/rest/v1/rpc/hide_review', json('POST', { review, reason }));
    if (response.ok) return response.status;
    const { code, details } = (await response.json()) as { code: string; details: string };
    return [response.status, code, JSON.parse(details)];
  };
  expect(await hide(carla(), 'Otro viaje')).toBe(204);
  const { hidden_at: time } = await stored();
  // The response was lost, and the panel sends it again.
  expect(await hide(carla(), 'Otro viaje ')).toBe(204);
  const theirs = { hidden_at: time, hidden_by: carla().email, hidden_reason: 'Otro viaje' };
  for (const [person, reason] of [
    [office, 'Insultos'],
    [office, 'Otro viaje'],
    [carla(), 'Insultos'],
  ] as const)
    expect(await hide(person, reason)).toEqual([409, 'edit_conflict', theirs]);
  expect(await stored()).toMatchObject(theirs);
  await rpc(carla(), 'show_review', { review });
  expect(await hide(office, 'Insultos')).toBe(204);
  expect(await stored()).toMatchObject({ hidden_reason: 'Insultos' });
});

const ownSummary = () => rpc<Summary>(server.as('diego'), 'own_review_summary');

test('a driver reads the own average, weeks and reasons until yesterday, and nothing of today', async () => {
  for (const rating of [5, 4, 3]) await rate(rating, { daysAgo: 1 });
  const before = await ownSummary();
  expect(before).toMatchObject({ count: 3, average: 4, reasons: [] });
  expect(before.weeks).toHaveLength(12);
  expect(before.weeks.map(({ average }) => average).filter((each) => each !== null)).toEqual([4]);
  const id = await rate(1, { reasons: ['driving'] });
  expect(await ownSummary()).toEqual(before);
  const trend = await rpc<Summary>(carla(), 'review_trend', { driver: diego() });
  expect(trend).toMatchObject({ count: 4, average: 3.25, reasons: [{ reason: 'driving', count: 1 }] });
  // Nor does the deletion or the hiding of one of today change it.
  await rpc(carla(), 'hide_review', { review: id, reason: 'x' });
  expect(await ownSummary()).toEqual(before);
});

test('fewer than three reviews, or reasons of fewer, tell a driver nothing about a passenger', async () => {
  await rate(1, { daysAgo: 1, reasons: ['driving'] });
  await rate(2, { daysAgo: 1, reasons: ['driving', 'price'] });
  expect(await ownSummary()).toMatchObject({ count: 2, average: null, reasons: [] });
  await rate(3, { daysAgo: 1, reasons: ['price', 'driving'] });
  const { average, reasons } = await ownSummary();
  expect([average, reasons]).toEqual([
    2,
    [
      { reason: 'driving', count: 3 },
      { reason: 'price', count: 2 },
    ],
  ]);
});
