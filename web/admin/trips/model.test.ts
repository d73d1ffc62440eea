import { expect, test } from 'vitest';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import type { Content } from '../../../shared/content/content.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { booking, chatOf } from '../../testing/bookings.ts';
import { exampleTrip } from '../../testing/exampleTrip.ts';
import { listedBooking } from '../../testing/listedBooking.ts';
import { withoutExpired } from './intake/formerBookings.ts';
import { readMessages, type PastedMessage } from './intake/messages.ts';
import { checkPrice } from './priceCheck.ts';
import { copyOf, landingPickup, returnOf, tripChangeOf, tripProblemsOf, tripTextsOf } from './tripValues.ts';

const content = readFirstRelease();
const [route] = content.routes;
const priced = (pesos: number): Content => ({
  ...content,
  routes: [{ ...route!, id: 'centro', minutes: 25, prices: [{ pesos }] }],
});
const release = { id: 3, publishedAt: null, content: priced(18_000) };
const read = (text: string, named: Content | null = priced(18_000)): Promise<readonly PastedMessage[]> =>
  readMessages(text, async (ids) => ({
    newest: priced(18_000),
    named: new Map(named ? ids.map((id) => [id, named] as const) : []),
  }));
const free = '26/11/26, 10:03 - +56 9 8765 4321: Hola, quiero reservar para mañana a las 8\n';

test('a booking from the airport becomes a request with its landing and the number of its sender', async () => {
  const [message] = await read(chatOf([booking]));
  expect(message).toMatchObject({
    isUnread: false,
    fields: {
      state: 'requested',
      source: 'message',
      direction: 'from',
      landing_day: '2099-11-28',
      landing_clock: '14:30',
      route: 'centro',
      minutes: 25,
      flight: 'LA705',
      people: 3,
      bags: 4,
      child_ages: [4],
      wheelchair: false,
      pesos: 18_000,
      price_release: 1,
      price_check: 'same',
      payment: 'card',
      language: 'de',
    },
    person: { name: 'Anna Keller', phone: '+56987654300', to_text: 'Hotel Plaza' },
  });
  expect(message?.fields).not.toHaveProperty('day');
  expect(message?.person.message).toContain('#AT2');
});

test('a booking to the airport has the pick-up itself; a place without a route has no minutes', async () => {
  const [message] = await read(chatOf([{ ...booking, direction: 'to', route: '' }]));
  expect(message?.fields).toMatchObject({ day: '2099-11-28', clock: '14:30', route: null, minutes: null });
  expect(message?.fields).not.toHaveProperty('landing_day');
  expect(message?.person).toMatchObject({ from_text: 'Hotel Plaza' });
});

const former = '#AT1 20261128T1830 from providencia p3 b4 k2,5 w fLA123 c18000 r12 de card =zri4';

test('the key of a message is its id, whoever sent it', async () => {
  const text = chatOf([booking]).trim();
  const keyOf = async (pasted: string) => (await read(pasted))[0]?.key;
  expect(await keyOf(text.replaceAll('\n', ' '))).toBe('0000000000');
  expect(await keyOf(text.replace('4300', '4301'))).toBe('0000000000');
});

test('the key of a message without an id is the same however its lines were broken, and another one for another sender', async () => {
  const text = chatOf([booking])
    .trim()
    .replace(/#AT2.*/, former);
  const keyOf = async (pasted: string) => (await read(pasted))[0]?.key;
  const key = await keyOf(text);
  expect(key).toContain('#AT1');
  expect(await keyOf(text.replaceAll('\n', ' '))).toBe(key);
  expect(await keyOf(text.replace('4300', '4301'))).not.toBe(key);
});

test('a message says what the driver’s sign says, and one without a sign takes nothing away', async () => {
  const [signed, plain] = await read(chatOf([{ ...booking, sign: '李小龙' }, booking]));
  expect(signed?.person).toMatchObject({ name: 'Anna Keller', sign_text: '李小龙' });
  expect(plain?.person).not.toHaveProperty('sign_text');
});

test('a text that was changed by hand, and a price that its release has not, are disputed', async () => {
  const text = chatOf([booking]);
  const verdict = async (pasted: string, named?: Content | null) =>
    (await read(pasted, named))[0]?.fields.price_check;
  expect(await verdict(text.replace('$18.000', '$8.000'))).toBe('disputed');
  expect(await verdict(text, priced(20_000))).toBe('disputed');
  expect(await verdict(text, null)).toBe('same');
});

test('a message without a readable code is a request with its text and what its sentences say', async () => {
  const [message] = await read(free);
  expect(message).toMatchObject({
    isUnread: true,
    fields: { state: 'requested', source: 'message' },
    person: { phone: '+56987654321', message: 'Hola, quiero reservar para mañana a las 8' },
  });
  expect(message?.fields).not.toHaveProperty('day');
  // The same words of another passenger are another request.
  const [other] = await read(free.replace('4321', '4322'));
  expect([other?.key, other?.text]).not.toContain(message?.text);
  const damaged = await read(chatOf([booking]).replace('p3 b4', 'p5 b4'));
  expect(damaged).toMatchObject([{ isUnread: true, fields: { landing_day: '2099-11-28', people: 3 } }]);
});

test('no message can spoil the others of its call', async () => {
  const long = `Quiero reservar ${'🚕'.repeat(4000)} \u0000 99 Personas`;
  const [message] = await read(`26/11/26, 10:03 - Ana: ${long}\n`);
  expect(message!.person.message!.length).toBeLessThanOrEqual(2000);
  expect(`${message!.text}${message!.key}`).not.toMatch(/[\p{Cc}\p{Cs}]/u);
  // Chile's clocks skip the hour after midnight of 6 September 2026.
  const [skipped] = await read(chatOf([{ ...booking, direction: 'to', date: '2026-09-06', time: '00:30' }]));
  expect(skipped?.fields).not.toHaveProperty('day');
});

test('a price is compared with the release that the message names, and with the newest one', () => {
  const verdict = (named: number | null, newest: number, pesos: number | null = 18_000) =>
    checkPrice({ ...booking, pesos }, named === null ? null : priced(named), priced(newest));
  expect(verdict(18_000, 18_000)).toBe('same');
  expect(verdict(18_000, 20_000)).toBe('changed');
  expect(verdict(20_000, 20_000)).toBe('disputed');
  // The price that holds now, under the name of a release that had another one.
  expect(verdict(20_000, 18_000)).toBe('disputed');
  expect(verdict(null, 18_000)).toBe('same');
  expect(verdict(null, 20_000)).toBe('unchecked');
  expect(verdict(18_000, 18_000, null)).toBe('unquoted');
});

test('the return has the other direction, the same passenger, and no time', () => {
  const back = returnOf(exampleTrip);
  expect(back).toMatchObject({
    direction: 'to',
    from_text: 'Hotel Plaza',
    to_text: null,
    route: 'centro',
    name: 'Anna Keller',
    phone: '+56987654300',
    people: 3,
    language: 'de',
  });
  expect(tripTextsOf(back)).toMatchObject({ address: 'Hotel Plaza', day: '', time: '', pesos: '' });
  expect(returnOf({ ...exampleTrip, direction: 'other' }).direction).toBe('other');
});

test('a second vehicle has the same passenger, time and price, and no driver', () => {
  const landed = {
    ...exampleTrip,
    price_check: 'disputed',
    price_release: 2,
    driver_id: 'd',
    note: 'Perro',
  } as const;
  const copy = copyOf(landed);
  const {
    day,
    clock,
    landing_day,
    landing_clock,
    buffer_minutes,
    route: id,
    people,
    child_ages,
    pesos,
  } = landed;
  const time = { day, clock, landing_day, landing_clock, buffer_minutes };
  expect(copy).toMatchObject({ ...time, route: id, people, child_ages, pesos });
  expect(copy).toMatchObject({ price_check: 'disputed', price_release: 2 });
  expect(copy).not.toHaveProperty('driver_id');
  const { name, phone, to_text } = landed;
  expect(copy).toMatchObject({ name, phone, to_text, note: 'Perro' });
  // A pick-up at the airport without a landing stays at its hour.
  const met = copyOf({ ...exampleTrip, landing_day: null, landing_clock: null });
  expect(met).toMatchObject({ day, clock, landing_day: null, landing_clock: null });
});

const changeOf = (typed: Partial<ReturnType<typeof tripTextsOf>>, base: Trip = exampleTrip) =>
  tripChangeOf({ ...tripTextsOf(base), ...typed }, base, release);

test('a correction writes the fields that changed alone', () => {
  expect(changeOf({})).toEqual({});
  expect(changeOf({ people: '4', note: 'Con silla' })).toEqual({ people: 4, note: 'Con silla' });
  expect(changeOf({ sign: ' Familia Keller ' })).toEqual({ sign_text: 'Familia Keller' });
  const signed = { ...exampleTrip, sign_text: 'Familia Keller' };
  expect(changeOf({ sign: '' }, signed)).toEqual({ sign_text: null });
  expect(returnOf(signed)).not.toHaveProperty('sign_text');
  expect(changeOf({ time: '15:10' })).toEqual({
    landing_day: '2099-11-28',
    landing_clock: '15:10',
    buffer_minutes: 30,
    price_check: 'same',
  });
  expect(changeOf({ direction: 'to' })).toEqual({
    direction: 'to',
    day: '2099-11-28',
    clock: '14:30',
    landing_day: null,
    landing_clock: null,
    price_check: 'same',
    from_text: 'Hotel Plaza',
    to_text: null,
  });
});

test('a price that the office types is agreed; a quoted one is checked again when day or route change', () => {
  const checkOf = (typed: Parameters<typeof changeOf>[0], base?: Trip) => changeOf(typed, base).price_check;
  expect(changeOf({ pesos: '$16.000' })).toEqual({
    pesos: 16_000,
    price_check: null,
    price_release: 3,
  });
  expect(checkOf({ pesos: '18000' }, { ...exampleTrip, pesos: 16_000 })).toBe('same');
  expect(checkOf({ time: '15:00' }, { ...exampleTrip, pesos: 16_000 })).toBe('changed');
  expect(checkOf({ pesos: '' })).toBe('unquoted');
});

test('a new trip is confirmed at once', () => {
  const texts = {
    ...tripTextsOf({}),
    name: 'Berta Soto',
    phone: '9 8765 4321',
    route: 'centro',
    day: '2099-11-28',
  };
  expect(tripChangeOf({ ...texts, direction: 'to', time: '06:00' }, null, release)).toMatchObject({
    state: 'confirmed',
    source: 'office',
    day: '2099-11-28',
    clock: '06:00',
    price_check: 'unquoted',
    name: 'Berta Soto',
    phone: '+56987654321',
    from_text: null,
  });
});

test('the pick-up follows from the landing, also over midnight and in the hour that comes twice', () => {
  const pickup = (day: string, time: string, secondHour = false) =>
    landingPickup({ ...tripTextsOf({}), day, time, secondHour });
  expect(pickup('2099-11-28', '14:30')).toBe('2099-11-28 15:00');
  expect(pickup('2099-11-28', '23:50')).toBe('2099-11-29 00:20');
  // Chile's clocks repeat the hour before midnight of 3 April 2027.
  expect(pickup('2027-04-03', '23:40')).toBe('2027-04-03 23:10');
  expect(pickup('2027-04-03', '23:40', true)).toBe('2027-04-04 00:10');
  expect(pickup('', '14:30')).toBeNull();
});

test('a time that the clocks skip, a partial number and a strange count are problems; the past is none', () => {
  const texts = { ...tripTextsOf(exampleTrip), day: '2020-01-01' };
  expect(tripProblemsOf(texts, true)).toEqual({});
  expect(tripProblemsOf({ ...texts, day: '2026-09-06', time: '00:30' }, true)).toEqual({
    time: 'noSuchTime',
  });
  expect(tripProblemsOf({ ...texts, phone: '8765', people: '0', bags: 'dos' }, false)).toEqual({
    phone: 'phone_invalid',
    people: 'number',
    bags: 'number',
  });
  const seated = { ...texts, people: '2', childAges: '3, 8' };
  expect(tripProblemsOf(seated, true)).toEqual({});
  expect(tripProblemsOf({ ...seated, people: '1' }, true)).toEqual({ childAges: 'seats' });
  expect(tripProblemsOf({ ...seated, people: '9', childAges: '1, 2, 3, 4, 5' }, true)).toEqual({
    childAges: 'seats',
  });
  const bare = { ...texts, name: '', route: '', address: '' };
  expect(tripProblemsOf(bare, true)).toEqual({ name: 'required', address: 'required' });
  expect(tripProblemsOf(bare, false)).toEqual({});
});

test('bookings go 30 days after the trip, unread messages 30 days after they were pasted', () => {
  const unread = (id: string, pastedOn: string) => ({ id, text: id, phone: null, found: {}, pastedOn });
  const on = (id: string, date: string) => listedBooking(id, { booking: { ...booking, date } });
  const list = {
    bookings: [on('old', '2026-10-26'), on('last', '2026-10-27')],
    unread: [unread('old', '2026-10-26'), unread('last', '2026-10-27')],
  };
  const left = withoutExpired(list, '2026-11-26');
  expect([...left.bookings, ...left.unread].map(({ id }) => id)).toEqual(['last', 'last']);
});
