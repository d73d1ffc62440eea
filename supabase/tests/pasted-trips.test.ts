import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import { newBookingId } from '../../shared/booking/bookingId.ts';
import { composeBooking } from '../../shared/booking/compose.ts';
import type { Content } from '../../shared/content/content.ts';
import { booking, chatOf } from '../../web/testing/bookings.ts';

/** The forms of trips: the database takes the messages that they read and the changes that they make. */
let server: ProductApp;

interface TripRow {
  readonly id: string;
  readonly version: number;
  readonly [column: string]: unknown;
}

interface FormModules {
  readonly readMessages: (
    pasted: string,
    releasesOf: () => Promise<{ readonly newest: Content; readonly named: ReadonlyMap<number, Content> }>,
  ) => Promise<readonly object[]>;
  readonly tripTextsOf: (trip: TripRow) => object;
  readonly tripChangeOf: (texts: object, base: TripRow, release: object) => object;
}

/** The modules of the panel are checked with the types of a browser, which this file has not. */
async function loadForms(): Promise<FormModules> {
  const folder = resolve(import.meta.dirname, '../../web/admin/trips');
  const [messages, values] = (await Promise.all(
    ['intake/messages.ts', 'tripValues.ts'].map((file) => import(`${folder}/${file}`)),
  )) as [object, object];
  return { ...messages, ...values } as FormModules;
}

let forms: FormModules;
const newest = readFirstRelease();
beforeAll(async () => {
  forms = await loadForms();
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

async function call<Result>(name: string, body: unknown): Promise<Result> {
  const response = await server.as('carla').request(`/rest/v1/rpc/${name}`, json('POST', body));
  const result: unknown = await response.json();
  expect([response.status, result]).toEqual([200, expect.anything()]);
  return result as Result;
}

async function paste(text: string): Promise<readonly string[]> {
  const messages = await forms.readMessages(text, async () => ({ newest, named: new Map() }));
  const taken = await call<readonly { readonly outcome: string }[]>('take_messages', { messages });
  return taken.map(({ outcome }) => outcome);
}

async function listed(): Promise<readonly TripRow[]> {
  const response = await server.as('carla').request('/rest/v1/trip_list?order=day,clock,name');
  return (await response.json()) as readonly TripRow[];
}

/** A day that no test reaches. */
const day = { date: '2099-11-28' };
const back = { ...booking, ...day, direction: 'to' as const, name: 'Berta Soto' };
const free = '26/11/26, 10:09 - Ana: Hola, quiero reservar para el martes 🚕\n';

test('pasted messages become trips once, and a later one about the same trip a proposal', async () => {
  const chat = `${chatOf([{ ...booking, ...day }, back, { ...back, date: '2020-01-01' }])}${free}`;
  expect(await paste(chat)).toEqual(['added', 'added', 'past', 'added']);
  expect(await paste(chat)).toEqual(['known', 'known', 'past', 'known']);
  const [first, second, third] = await listed();
  expect([first, second]).toMatchObject([
    { name: 'Berta Soto', direction: 'to', day: day.date, clock: '14:30', from_text: 'Hotel Plaza' },
    { name: 'Anna Keller', landing_clock: '14:30', clock: '15:00', phone: '+56987654300', child_ages: [4] },
  ]);
  expect(third).toMatchObject({ state: 'requested', day: null, message: expect.stringContaining('martes') });
  expect(await paste(chatOf([{ ...booking, ...day, time: '16:00', people: 5 }]))).toEqual(['proposed']);
  const [, proposed] = await listed();
  expect(proposed).toMatchObject({ people: 3, proposal: { people: 5, landing_clock: '16:00' } });
});

test('texts that spoil no other message: very long ones, broken characters, skipped hours', async () => {
  const long = `26/11/26, 10:03 - Eva: Quiero reservar ${'🚕'.repeat(9000)} \u0000 Personas: 9999\n`;
  const skipped = { ...back, date: '2026-09-06', time: '00:30', name: 'x'.repeat(200) };
  const message = composeBooking(skipped, 'Centro', newBookingId());
  expect(await paste(`${long}26/11/26, 10:04 - Ana: ${message}\n`)).toEqual(['added', 'added']);
});

test('a correction of every field is stored as it was typed', async () => {
  const [, , trip] = await listed();
  const texts = {
    ...forms.tripTextsOf(trip!),
    name: 'Eva Lagos',
    phone: '9 8765 4321',
    direction: 'from' as const,
    day: day.date,
    time: '23:50',
    minutes: '45',
    address: 'Los Leones 12',
    flight: 'la 0123',
    people: '5',
    childAges: '3, 8',
    pesos: '$24.000',
    payment: 'account' as const,
    agency: 'Andes Tours',
    voucher: 'V-1',
    email: 'eva@example.com',
    note: 'Con silla',
  };
  const values = Object.entries(
    forms.tripChangeOf(texts, trip!, { id: 1, publishedAt: null, content: newest }),
  );
  const personal = await server.context.db.query<{ column_name: string }>(
    `select column_name from information_schema.columns where table_name = 'trip_people'`,
  );
  const part = (isPersonal: boolean) =>
    Object.fromEntries(
      values.filter(([name]) => personal.some((each) => each.column_name === name) === isPersonal),
    );
  const change = { fields: part(false), person: part(true) };
  await call('save_trip', { trip: trip!.id, version: trip!.version, ...change });
  const saved = (await listed()).find(({ id }) => id === trip!.id)!;
  expect(saved).toMatchObject({ day: '2099-11-29', clock: '00:20', pesos: 24_000, price_check: null });
  expect(forms.tripTextsOf(saved)).toEqual({
    ...texts,
    phone: '+56987654321',
    flight: 'LA123',
    pesos: '24000',
    from: '',
    to: 'Los Leones 12',
  });
});
