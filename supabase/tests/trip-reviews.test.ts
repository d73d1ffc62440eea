import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { driverRow, json } from '../../server/testing/drivers.ts';
import { addNearTrip, addTripVehicle, tapTrip, tripDesk, type TripDesk } from '../../server/testing/trips.ts';

/** A review finds its trip, and of several of one trip one counts: the passenger's own phone wins over the tablet. */
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
  for (const table of ['trips', 'reviews', 'shifts', 'vehicles', 'private.rating_links'])
    await query(`delete from ${table}`);
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const diego = () => server.as('diego');
const tap = (trip: string, kind: string, seconds_waited = 0) =>
  tapTrip(server, diego(), trip, kind, { seconds_waited });

/** A rating on the tablet, which may have waited there. @returns the id of the review */
async function rateOnTablet(rating: number, seconds_waited: number | null = null): Promise<string> {
  const review = { driver_id: diego().driverId, rating, idempotency_key: randomUUID(), seconds_waited };
  const response = await diego().request('/rest/v1/reviews', json('POST', review));
  expect(response.status).toBe(201);
  return ((await response.json()) as [{ id: string }])[0].id;
}

const secretOf = async (trip: string) => String((await carla.call('trip_link', { trip }))[1]);
const rateOnPage = async (trip: string, rating: unknown, more: object = {}) =>
  passenger.call('rate_trip', { secret: await secretOf(trip), key: randomUUID(), rating, ...more });

interface TripReview {
  readonly review_id: string;
  readonly code: string;
  readonly rating: number;
  readonly is_replaced: boolean;
}

async function reviewsOf(asked: { trip: string } | { review: string }): Promise<readonly TripReview[]> {
  const [status, rows] = await carla.call('trip_reviews', asked);
  expect(status).toBe(200);
  return rows as readonly TripReview[];
}
const ratingsOf = async (trip: string) =>
  (await reviewsOf({ trip })).map(({ rating, is_replaced }) =>
    is_replaced ? `${rating} replaced` : `${rating}`,
  );
/** The sum of stars that count for the driver, and their number. */
async function counted(): Promise<readonly number[]> {
  const row = (await driverRow(server, diego().driverId!)) as unknown as Record<string, number>;
  return [row['review_count']!, row['rating_total']!];
}

test('a rating on the tablet belongs to the trip on board, for staff', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  const review = await rateOnTablet(4);
  const { code } = await carla.list(trip);
  expect(await reviewsOf({ trip })).toMatchObject([
    { review_id: review, code, rating: 4, is_replaced: false },
  ]);
  expect(await reviewsOf({ review })).toMatchObject([{ code }]);
  expect(await counted()).toEqual([1, 4]);
});

test('a rating after the office has set a passenger who came after all on board belongs to the trip', async () => {
  const trip = await addNearTrip(server);
  for (const kind of ['waiting', 'no_show']) await tap(trip, kind);
  await carla.edit(trip, { state: 'on_board' }, { reason: 'mistake' });
  await rateOnTablet(4);
  expect(await ratingsOf(trip)).toEqual(['4']);
  const [, events] = await carla.call('trip_timeline', { trip });
  expect((events as readonly { readonly kind: string }[]).slice(-2)).toMatchObject([
    { kind: 'reopened' },
    { kind: 'on_board' },
  ]);
});

test('a rating while no passenger is on board belongs to no trip', async () => {
  const trip = await addNearTrip(server);
  await rateOnTablet(4);
  await tap(trip, 'waiting');
  await rateOnTablet(3);
  await tap(trip, 'on_board');
  expect(await ratingsOf(trip)).toEqual([]);
  expect(await counted()).toEqual([2, 7]);
});

test('a rating that arrives before the tap of another device finds the trip', async () => {
  const trip = await addNearTrip(server);
  await rateOnTablet(5);
  await tap(trip, 'on_board', 600);
  expect(await ratingsOf(trip)).toEqual(['5']);
});

test('a rating that waited on the tablet belongs to the trip of that time', async () => {
  const [first, second] = [await addNearTrip(server), await addNearTrip(server)];
  await tap(first, 'on_board', 7200);
  await tap(first, 'done', 5400);
  await tap(second, 'on_board', 60);
  await rateOnTablet(3, 5500);
  expect([await ratingsOf(first), await ratingsOf(second)]).toEqual([['3'], []]);
});

test.each([
  ['19 minutes after the end', 19 * 60, ['5']],
  ['21 minutes after the end', 21 * 60, []],
])('a rating %s', async (_, seconds, expected) => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board', 3600);
  await tap(trip, 'done', seconds);
  await rateOnTablet(5);
  expect(await ratingsOf(trip)).toEqual(expected);
});

test('a driver who forgot the tap on board gets the rating after the end', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'done', 300);
  await rateOnTablet(5);
  expect(await ratingsOf(trip)).toEqual(['5']);
});

test.each([
  ['after', ['tablet', 'phone']],
  ['before', ['phone', 'tablet']],
])('a rating on the phone %s the one on the tablet counts, and the other stays hidden', async (_, order) => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  for (const each of order)
    if (each === 'phone') expect(await rateOnPage(trip, 2)).toEqual([204, null]);
    else await rateOnTablet(5);
  expect(await ratingsOf(trip)).toEqual(['2', '5 replaced']);
  expect(await counted()).toEqual([1, 2]);
});

test('a rating by the code on the tablet gives way to the one on the page of the trip', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  const [link] = (await tripDesk(server, diego()).call('create_rating_link', {}))[1] as [{ token: string }];
  expect(await passenger.call('rate_by_link', { token: link.token, rating: 5 })).toEqual([204, null]);
  expect(await ratingsOf(trip)).toEqual(['5']);
  expect((await passenger.call('trip_page', { secret: await secretOf(trip) }))[1]).toMatchObject({
    is_rated: false,
  });
  expect(await rateOnPage(trip, 1)).toEqual([204, null]);
  expect(await ratingsOf(trip)).toEqual(['1', '5 replaced']);
  expect((await passenger.call('trip_page', { secret: await secretOf(trip) }))[1]).toMatchObject({
    is_rated: true,
  });
});

test('two parties in one van rate on the tablet once each', async () => {
  const trips = [await addNearTrip(server), await addNearTrip(server)];
  for (const trip of trips) await tap(trip, 'on_board');
  for (const rating of [4, 5]) await rateOnTablet(rating);
  const ratings = [await ratingsOf(trips[0]!), await ratingsOf(trips[1]!)];
  expect(ratings.flat().sort()).toEqual(['4', '5']);
  expect(ratings.every(({ length }) => length === 1)).toBe(true);
});

test('the page of a trip rates once: again with its key it changes nothing, with another it is refused', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  const key = randomUUID();
  for (const rating of [4, 4, 1]) expect(await rateOnPage(trip, rating, { key })).toEqual([204, null]);
  expect(await rateOnPage(trip, 1)).toMatchObject([409, { code: 'rating_link_used' }]);
  expect(await counted()).toEqual([1, 4]);
});

test('of several ratings at the same moment the page takes one', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'done');
  const answers = await Promise.all([1, 2, 3, 4, 5].map((rating) => rateOnPage(trip, rating)));
  expect(answers.map(([status]) => status).sort()).toEqual([204, 409, 409, 409, 409]);
  expect((await counted())[0]).toBe(1);
});

test('the page rates no trip that has not begun, has no driver, is another one or is over', async () => {
  const trip = await addNearTrip(server);
  const refused = [404, { code: 'not_found' }] as const;
  for (const kind of ['accepted', 'on_way', 'waiting']) {
    await tap(trip, kind);
    expect(await rateOnPage(trip, 5)).toMatchObject(refused);
  }
  await tap(trip, 'done');
  const secret = await secretOf(trip);
  expect(await rateOnPage(trip, 5, { secret: `${secret.slice(0, -2)}xx` })).toMatchObject(refused);
  await query(`update trip_events set at = now() - interval '25 hours' where trip_id = $1`, [trip]);
  expect(await rateOnPage(trip, 5)).toMatchObject(refused);
  expect(await rateOnPage(await addNearTrip(server, { driver_id: null, state: 'done' }), 5)).toMatchObject(
    refused,
  );
  expect(await query('select from reviews')).toEqual([]);
});

test.each([
  ['no stars', { rating: 0 }],
  ['six stars', { rating: 6 }],
  ['stars in words', { rating: 'five' }],
  ['null stars', { rating: null }],
  ['a reason for five stars', { rating: 5, reasons: ['price'] }],
  ['a reason of its own', { rating: 1, reasons: ['Llegó tarde'] }],
  ['no key', { key: null }],
])('a rating of a trip with %s is refused', async (_, given) => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  expect((await rateOnPage(trip, 1, given))[0]).toBe(400);
  expect(await query('select from reviews')).toEqual([]);
});

test('a rating on the page belongs to the shift and the vehicle of the trip, not to those of the day after', async () => {
  const [vehicle, later] = [await addTripVehicle(server, 'TRIP11'), await addTripVehicle(server, 'LATE22')];
  const start = (taken: string) =>
    tripDesk(server, diego()).call('start_shift', { vehicle: taken, take_over: true });
  expect((await start(vehicle))[0]).toBe(200);
  await query(`update shifts set started_at = now() - interval '9 hours'`);
  const trip = await addNearTrip(server, {}, {}, -400);
  await tap(trip, 'on_board', 7 * 3600);
  await tap(trip, 'done', 6 * 3600);
  await query(`update shifts set ended_at = now() - interval '5 hours'`);
  expect((await start(later))[0]).toBe(200);
  expect(await rateOnPage(trip, 2, { reasons: ['route'] })).toEqual([204, null]);
  expect(await query('select vehicle_id, reasons, by_link from reviews')).toEqual([
    { vehicle_id: vehicle, reasons: ['route'], by_link: true },
  ]);
  const shiftless = await addNearTrip(server, {}, {}, -700);
  await tap(shiftless, 'done', 12 * 3600);
  await rateOnPage(shiftless, 5);
  expect(await query('select vehicle_id, shift_id from reviews where rating = 5')).toEqual([
    { vehicle_id: null, shift_id: null },
  ]);
});

test('ratings, taps and staff at the same moment wait for each other, and one rating counts', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  const first = await rateOnTablet(3);
  const rounds = Array.from({ length: 8 }, async (_, round) => {
    const answers = await Promise.all([
      rateOnPage(trip, 5),
      tap(trip, round % 2 === 0 ? 'done' : 'on_board'),
      carla.call('edit_review_note', { review: first, note: `${round}`, seen: '' }),
      carla.call('show_review', { review: first }),
      rateOnTablet(4),
    ]);
    return answers.map((answer) => (typeof answer === 'string' ? 201 : answer[0]));
  });
  for (const status of (await Promise.all(rounds)).flat()) expect([200, 201, 204, 409]).toContain(status);
  expect(await counted()).toEqual([1, 5]);
  expect((await ratingsOf(trip)).filter((each) => !each.endsWith('replaced'))).toEqual(['5']);
});

test('the driver reads the stars and learns nothing of the trip', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board', 7200);
  await tap(trip, 'done', 5400);
  const tablet = await rateOnTablet(5, 5500);
  await rateOnPage(trip, 2);
  const response = await diego().request('/rest/v1/reviews?select=*&order=rating');
  const [phone, hidden] = (await response.json()) as Record<string, string | number | null>[];
  expect(Object.keys(phone!).sort()).toMatchInlineSnapshot(`
    [
      "by_link",
      "comment",
      "created_at",
      "driver_id",
      "hidden_at",
      "id",
      "idempotency_key",
      "rating",
      "reasons",
      "seconds_waited",
      "shift_id",
      "shown_link",
      "user_name",
      "vehicle_id",
    ]
  `);
  // Dated to the end of the trip, or hidden at the second of the other, a review would name the trip.
  expect(phone).toMatchObject({ rating: 2, seconds_waited: null, by_link: true });
  expect(hidden).toMatchObject({ id: tablet, rating: 5 });
  expect(hidden!['hidden_at']).not.toBe(phone!['created_at']);
  const desk = tripDesk(server, diego());
  expect(await desk.call('trip_reviews', { trip })).toMatchObject([403, { code: 'not_admin' }]);
  expect((await diego().request('/rest/v1/trip_reviews')).status).toBe(404);
  expect((await diego().request('/rest/v1/reviews?select=*,trip_reviews(*)')).status).toBe(400);
  expect(JSON.stringify((await desk.call('personal_data', {}))[1])).not.toContain(trip);
});

test('a review that staff have hidden stays hidden, and one that gave way is shown only in its place', async () => {
  const trip = await addNearTrip(server);
  await tap(trip, 'on_board');
  const insulting = await rateOnTablet(1);
  expect((await carla.call('hide_review', { review: insulting, reason: 'Insulta' }))[0]).toBe(204);
  const tablet = await rateOnTablet(3);
  await rateOnPage(trip, 5);
  expect(await counted()).toEqual([1, 5]);
  const show = (review: string) => carla.call('show_review', { review });
  expect(await show(tablet)).toMatchObject([409, { code: 'review_replaced' }]);
  expect(await counted()).toEqual([1, 5]);
  const phone = (await reviewsOf({ trip })).find(({ rating }) => rating === 5)!.review_id;
  await carla.call('hide_review', { review: phone, reason: 'Otro viaje' });
  expect([await show(tablet), await counted()]).toEqual([
    [204, null],
    [1, 3],
  ]);
  expect([await show(phone), await counted()]).toEqual([
    [204, null],
    [1, 5],
  ]);
});
