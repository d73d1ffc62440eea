import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { addNearTrip, tapTrip, tripDesk, type TripDesk } from '../../server/testing/trips.ts';

/** `trip_receipt`: a passenger takes the receipt of a trip that is done and paid, without the office. */
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
  for (const table of ['trips', 'printed_cards']) await query(`delete from ${table}`);
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const person = { name: 'Anna Keller', from_text: 'Calle Zarzamora 4711', to_text: 'Pasaje Zigzag 4712' };

async function take(trip: string) {
  const [, secret] = await carla.call('trip_link', { trip });
  return passenger.call('trip_receipt', { secret });
}
const end = (trip: string, ...pesos: readonly number[]) =>
  tapTrip(server, server.as('diego'), trip, 'done', {
    details: { payments: pesos.map((each) => ({ id: randomUUID(), method: 'cash', pesos: each })) },
  });
const receipts = () =>
  query<{ id: string; trip_id: string; details: Record<string, unknown> }>(
    `select id, trip_id, folio, details, voided_at is not null as is_void
     from printed_cards where kind = 'receipt' order by folio`,
  );

test('a trip has no receipt before it is done, nor before it is paid', async () => {
  const trip = await addNearTrip(server, {}, person);
  await carla.call('pay_trip', { trip: await addNearTrip(server), payments: [] });
  for (const kind of ['on_way', 'on_board']) {
    await tapTrip(server, server.as('diego'), trip, kind);
    expect(await take(trip)).toMatchObject([400, { code: 'not_paid' }]);
  }
  expect(await end(trip)).toEqual([200, 'taken']);
  expect(await take(trip)).toMatchObject([400, { code: 'not_paid' }]);
  expect(await passenger.call('trip_receipt', { secret: 'A'.repeat(43) })).toMatchObject([404, {}]);
  expect(await receipts()).toEqual([]);
});

test('repeated and simultaneous calls give one receipt, over what was paid', async () => {
  const trip = await addNearTrip(server, { direction: 'from', route: 'centro' }, person);
  await end(trip, 15_000, 4_000);
  const answers = await Promise.all(Array.from({ length: 4 }, () => take(trip)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  const [status, secret] = answers[0]!;
  expect([status, secret]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  expect(await take(trip)).toEqual(answers[0]);
  expect(await receipts()).toMatchObject([
    { trip_id: trip, details: { pesos: 19_000, origin: 'Aeropuerto' } },
  ]);
  const [, page] = await passenger.call('receipt_by_secret', { secret });
  expect(JSON.stringify(page)).not.toMatch(/Zarzamora|Zigzag| 471|Anna|Keller/);
  expect(JSON.stringify(await receipts())).not.toMatch(/Zarzamora|Zigzag| 471|Anna|Keller/);
});

test.each([
  ['from', 'centro', ['Aeropuerto', expect.any(String)]],
  ['to', 'centro', [expect.any(String), 'Aeropuerto']],
  ['to', null, ['Origen acordado', 'Aeropuerto']],
  ['from', 'gone', ['Aeropuerto', 'Destino acordado']],
  ['other', null, ['Origen acordado', 'Destino acordado']],
])('the receipt of a trip %s the airport by %s names the places', async (direction, route, expected) => {
  const trip = await addNearTrip(server, { direction, route }, person);
  await end(trip, 15_000);
  await take(trip);
  const [{ details } = { details: {} as Record<string, unknown> }] = await receipts();
  expect([details['origin'], details['destination']]).toEqual(expected);
});

test('the receipt of the office is the passenger’s, and a voided one gives way to a new one', async () => {
  const trip = await addNearTrip(server, {}, person);
  await end(trip, 15_000);
  const places = { origin: 'Aeropuerto', destination: 'Providencia' };
  const [, issued] = await carla.call('issue_trip_receipt', { id: randomUUID(), trip, ...places });
  const [, first] = await take(trip);
  expect(await receipts()).toMatchObject([{ id: issued }]);
  await carla.call('void_receipt', { receipt: issued, reason: 'Otro monto' });
  const [status, second] = await take(trip);
  expect(status).toBe(200);
  expect(second).not.toBe(first);
  expect(await receipts()).toHaveLength(2);
  expect(await take(trip)).toEqual([200, second]);
});

test('a receipt over more than is paid by now gives way to one over what is paid, for passenger and office', async () => {
  const trip = await addNearTrip(server, {}, person);
  await end(trip, 15_000, 4_000);
  const [, first] = await take(trip);
  const lines = await query<{ id: string }>('select id from trip_payments order by pesos');
  await carla.call('void_payment', { payment: lines[0]!.id, reason: 'Dos veces' });
  const [status, second] = await take(trip);
  expect([status, second === first]).toEqual([200, false]);
  const places = { origin: 'Aeropuerto', destination: 'Providencia' };
  const [, issued] = await carla.call('issue_trip_receipt', { id: randomUUID(), trip, ...places });
  expect(await receipts()).toMatchObject([
    { details: { pesos: 19_000 }, is_void: true },
    { id: issued, details: { pesos: 15_000 }, is_void: false },
  ]);
  await carla.call('void_payment', { payment: lines[1]!.id, reason: 'Nadie pagó' });
  expect(await take(trip)).toMatchObject([400, { code: 'not_paid' }]);
});

test('another way of paying the same sum leaves the receipt', async () => {
  const trip = await addNearTrip(server, {}, person);
  await end(trip, 15_000);
  const first = await take(trip);
  const [line] = await query<{ id: string }>('select id from trip_payments');
  await carla.call('void_payment', { payment: line!.id, reason: 'Con tarjeta' });
  await carla.call('pay_trip', { trip, payments: [{ id: randomUUID(), method: 'card', pesos: 15_000 }] });
  expect(await take(trip)).toEqual(first);
});

test('a trip for nothing has no receipt, and says so', async () => {
  const trip = await addNearTrip(server, { pesos: 0 }, person);
  await end(trip, 0);
  expect(await take(trip)).toMatchObject([400, { code: 'not_paid' }]);
});
