import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query('delete from trips');
  await server.context.db.query('delete from cash_counts');
  await server.context.db.query(`delete from printed_cards where kind = 'receipt'`);
});

const call = (name: string, body: object): Promise<Response> =>
  server.as('carla').request(`/rest/v1/rpc/${name}`, json('POST', body));

async function done(name: string, body: object): Promise<unknown> {
  const response = await call(name, body);
  const text = await response.text();
  expect([name, response.status < 300 ? 'done' : text]).toEqual([name, 'done']);
  return text === '' ? null : JSON.parse(text);
}

const driver = () => server.as('diego').driverId;

/** Yesterday in Chile, when every hour has passed. */
async function yesterday(): Promise<string> {
  const [row] = await server.context.db.query<{ day: string }>(
    'select (private.chile_today() - 1)::text as day',
  );
  return row!.day;
}

/** A confirmed trip of yesterday. @returns its id */
async function addTrip(fields: object = {}): Promise<string> {
  const trip = randomUUID();
  const given = {
    state: 'confirmed',
    day: await yesterday(),
    clock: '08:00',
    pesos: 18_000,
    payment: 'cash',
  };
  await done('save_trip', { trip, fields: { ...given, driver_id: driver(), ...fields } });
  return trip;
}

interface CashRow {
  readonly trips: number;
  readonly open_trips: number;
  readonly cash: number;
  readonly card: number;
  readonly to_hand_over: number;
  readonly counted_difference: number | null;
}

async function cash(): Promise<CashRow> {
  const rows = (await done('cash_of_day', { day: await yesterday() })) as readonly CashRow[];
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

const fare = (method: string, pesos: number) => ({ id: randomUUID(), kind: 'fare', method, pesos });
const count = (expected: number, handed = expected, id = randomUUID()) =>
  call('count_cash', { id, driver: driver(), expected, handed });

test('a trip that is paid in several lines is done, and the same call twice is one payment', async () => {
  const trip = await addTrip();
  const payments = [fare('cash', 15_000), fare('card', 3_000), { ...fare('cash', 1_200), kind: 'tolls' }];
  await done('pay_trip', { trip, payments });
  await done('pay_trip', { trip, payments });
  expect(await cash()).toMatchObject({
    trips: 1,
    open_trips: 0,
    cash: 16_200,
    card: 3_000,
    to_hand_over: 16_200,
  });
});

test('closing the day ends the trips that have passed, paid as booked, and leaves what is to come and what was paid', async () => {
  const paid = await addTrip({ clock: '10:00' });
  await done('pay_trip', { trip: paid, payments: [fare('card', 20_000)] });
  await addTrip();
  await addTrip({ clock: '12:00', payment: null });
  await addTrip({ clock: '14:00', pesos: null });
  const [tomorrow] = await server.context.db.query<{ day: string }>(
    'select (private.chile_today() + 1)::text as day',
  );
  const ahead = await addTrip({ day: tomorrow!.day });
  expect(await done('close_driver_day', { driver: driver(), day: await yesterday() })).toBe(3);
  expect(await done('close_driver_day', { driver: driver(), day: await yesterday() })).toBe(0);
  expect(await cash()).toMatchObject({ trips: 4, open_trips: 0, cash: 36_000, card: 20_000 });
  const [row] = await server.context.db.query<{ state: string }>('select state from trips where id = $1', [
    ahead,
  ]);
  expect(row).toEqual({ state: 'confirmed' });
});

test('a day of many trips is closed while others change them', async () => {
  const trips = await Promise.all(
    Array.from({ length: 14 }, (_, minute) => addTrip({ clock: `08:${10 + minute}`, pesos: null })),
  );
  const change = (trip: string) =>
    call('save_trip', { trip, version: 1, fields: { flight: 'LA705', pesos: 1_000 } });
  const [closing, ...changing] = await Promise.all([
    call('close_driver_day', { driver: driver(), day: await yesterday() }),
    ...trips.flatMap((trip) => [change(trip), change(trip)]),
  ]);
  expect([closing!.status, await closing!.json()]).toEqual([200, trips.length]);
  const codes = await Promise.all(
    changing.map(async (response) => ((await response.json()) as { code: string }).code),
  );
  // The others have changed the trip, or were told that somebody else was faster.
  expect(codes.filter((code) => code !== 'edit_conflict' && !/^[A-Z]{5}$/.test(code))).toEqual([]);
});

test('a hand-over takes in all the cash since the last one, once, and what is voided afterwards comes off the next', async () => {
  const payment = fare('cash', 18_000);
  await done('pay_trip', { trip: await addTrip(), payments: [payment] });
  const id = randomUUID();
  expect((await count(18_000, 17_000, id)).status).toBe(204);
  expect((await count(18_000, 17_000, id)).status).toBe(204);
  expect(await cash()).toMatchObject({ cash: 18_000, to_hand_over: 0, counted_difference: -1_000 });
  await done('void_payment', { payment: payment.id, reason: 'Pagó con tarjeta' });
  await done('pay_trip', { trip: await addTrip({ clock: '11:00' }), payments: [fare('cash', 25_000)] });
  expect(await cash()).toMatchObject({ cash: 25_000, to_hand_over: 7_000 });
  expect((await count(7_000)).status).toBe(204);
  expect(await cash()).toMatchObject({ to_hand_over: 0, counted_difference: 0 });
});

test('a hand-over of another sum than the driver holds by then is refused, and nothing is taken in', async () => {
  await done('pay_trip', { trip: await addTrip(), payments: [fare('cash', 18_000)] });
  const refused = await count(10_000);
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ code: 'edit_conflict' });
  expect(await cash()).toMatchObject({ to_hand_over: 18_000 });
});

test('payments and hand-overs at the same moment lose nothing and count nothing twice', async () => {
  const trips = await Promise.all(
    Array.from({ length: 10 }, (_, hour) => addTrip({ clock: `${10 + hour}:00` })),
  );
  const paying = trips.map((trip) => call('pay_trip', { trip, payments: [fare('cash', 1_000)] }));
  const counting = Array.from({ length: 10 }, (_, sum) => count(sum * 1_000));
  for (const response of await Promise.all(paying)) expect(response.status).toBe(204);
  await Promise.all(counting);
  const { to_hand_over: left } = await cash();
  const [row] = await server.context.db.query<{ handed: string }>(
    'select coalesce(sum(handed), 0) as handed from cash_counts',
  );
  expect(Number(row!.handed) + left).toBe(10_000);
});

test('a payment may be taken back while others are noted on the same trip', async () => {
  const trip = await addTrip();
  const payments = Array.from({ length: 12 }, () => fare('cash', 1_000));
  await done('pay_trip', { trip, payments });
  const answers = await Promise.all(
    payments.flatMap(({ id: payment }) => [
      call('void_payment', { payment, reason: 'Dos veces' }),
      call('pay_trip', { trip, payments: [fare('cash', 500)] }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204));
  expect(await cash()).toMatchObject({ cash: 6_000, to_hand_over: 6_000 });
});

test('the receipt of a trip is over what was paid, once, and again only after it is void', async () => {
  const trip = await addTrip();
  const issue = (id = randomUUID()) => ({ id, trip, origin: 'Aeropuerto', destination: 'Providencia' });
  const unpaid = await call('issue_trip_receipt', issue());
  expect([unpaid.status, await unpaid.json()]).toMatchObject([400, { code: 'not_paid' }]);
  await done('pay_trip', { trip, payments: [fare('cash', 15_000), fare('card', 4_000)] });
  const first = await done('issue_trip_receipt', issue());
  expect(await done('issue_trip_receipt', issue())).toBe(first);
  const receipts = () =>
    server.context.db.query<{ pesos: string }>(
      `select details ->> 'pesos' as pesos from printed_cards where trip_id = $1 order by folio`,
      [trip],
    );
  expect(await receipts()).toEqual([{ pesos: '19000' }]);
  await done('void_receipt', { receipt: first, reason: 'Otro monto' });
  expect(await done('issue_trip_receipt', issue())).not.toBe(first);
  expect(await receipts()).toHaveLength(2);
});

test('drivers have the own hand-overs in their data, without who took them in', async () => {
  await done('pay_trip', { trip: await addTrip(), payments: [fare('cash', 18_000)] });
  expect((await count(18_000, 17_000)).status).toBe(204);
  const response = await server.as('diego').request('/rest/v1/rpc/personal_data', json('POST', {}));
  const { hand_overs: held } = (await response.json()) as { hand_overs: readonly object[] };
  expect(held).toEqual([{ at: expect.any(String), expected: 18_000, handed: 17_000, note: null }]);
});

test('a hand-over is kept as long as a trip, and until no trip is left whose payment it took in', async () => {
  const retention = (days: string) =>
    server.context.db.query('select private.configure($1)', [JSON.stringify({ trip_retention_days: days })]);
  await retention('30');
  onTestFinished(async () => void (await retention('730')));
  const [expired, recent, needed] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [expired, recent]) expect((await count(0, 0, id)).status).toBe(204);
  const trip = await addTrip();
  await done('pay_trip', { trip, payments: [fare('cash', 18_000)] });
  expect((await count(18_000, 18_000, needed)).status).toBe(204);
  const age = `update cash_counts set created_at = now() - make_interval(days => $1) where id = any ($2)`;
  await server.context.db.query(age, [31, [expired, needed]]);
  await server.context.db.query(age, [29, [recent]]);
  const stored = async () => {
    const rows = await server.context.db.query<{ id: string }>('select id from cash_counts');
    return rows.map(({ id }) => id).sort();
  };
  const latest = randomUUID();
  expect((await count(0, 0, latest)).status).toBe(204);
  expect(await stored()).toEqual([recent, needed, latest].sort());
  expect(await cash()).toMatchObject({ to_hand_over: 0 });
  await server.context.db.query('delete from trips');
  const last = randomUUID();
  expect((await count(0, 0, last)).status).toBe(204);
  expect(await stored()).toEqual([recent, latest, last].sort());
});

test('a driver and a visitor reach neither payments nor hand-overs', async () => {
  const trip = await addTrip();
  await done('pay_trip', { trip, payments: [fare('cash', 18_000)] });
  for (const table of ['trip_payments', 'cash_counts'])
    expect(await (await server.as('diego').request(`/rest/v1/${table}`)).json()).toEqual([]);
  const calls = [
    ['pay_trip', { trip, payments: [fare('cash', 1)] }],
    ['void_payment', { payment: randomUUID(), reason: 'x' }],
    ['close_driver_day', { driver: driver(), day: await yesterday() }],
    ['count_cash', { id: randomUUID(), driver: driver(), expected: 18_000, handed: 0 }],
    ['cash_of_day', { day: await yesterday() }],
    ['issue_trip_receipt', { id: randomUUID(), trip, origin: 'a', destination: 'b' }],
  ] as const;
  for (const [name, body] of calls) {
    const response = await server.as('diego').request(`/rest/v1/rpc/${name}`, json('POST', body));
    expect([name, response.status]).toEqual([name, 403]);
  }
  expect(await cash()).toMatchObject({ to_hand_over: 18_000 });
});

test('the report of a period has the trips and what they brought by driver, route, agency and way of paying', async () => {
  const paid = await addTrip({ route: 'centro', agency: 'Andes Tours' });
  await done('pay_trip', { trip: paid, payments: [fare('cash', 15_000), fare('card', 4_000)] });
  const missed = await addTrip({ clock: '12:00', route: 'centro' });
  await done('save_trip', { trip: missed, fields: { state: 'no_show' }, version: 1, reason: 'not_found' });
  await addTrip({ clock: '15:00' });
  const day = await yesterday();
  const rows = (await done('trip_report', { since: day, until: day })) as readonly Record<string, unknown>[];
  const of = (part: string) => rows.filter((row) => row['part'] === part);
  const figures = { trips: 1, no_shows: 1, pesos: 19_000 };
  expect(of('total')).toMatchObject([{ id: '', name: null, ...figures }]);
  expect(of('driver')).toMatchObject([{ id: driver(), name: 'diego', ...figures }]);
  expect(of('route')).toMatchObject([{ id: 'centro', name: null, ...figures }]);
  expect(of('agency')).toMatchObject([{ id: 'Andes Tours', trips: 1, no_shows: 0, pesos: 19_000 }]);
  expect(of('method')).toMatchObject([
    { id: 'cash', trips: 1, pesos: 15_000 },
    { id: 'card', trips: 1, pesos: 4_000 },
  ]);
  expect((await call('trip_report', { since: '2030-01-01', until: '2020-01-01' })).status).toBe(400);
});
