import { expect, test } from 'vitest';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import { rowOf } from '../../testing/bookingRows.ts';
import { booking, chatOf } from '../../testing/bookings.ts';
import { availableFleet } from './availability.ts';
import { noBookings, withoutExpired, type ListedBooking } from './bookingStore.ts';
import { clashOf, conflictsOf } from './conflicts.ts';
import { shownBookings } from './filter.ts';
import { mergeBookings, removeFromList, takeBack } from './mergeBookings.ts';
import { checkPrice } from './priceCheck.ts';
import { readMessages } from './readMessages.ts';

const today = '2026-11-26';
const diego = { id: 'diego', name: 'Diego' };
const van = { id: 'van', name: 'BB·CD·12' };
const content = readFirstRelease();
const routes = [
  { ...content.routes[0]!, id: 'centro', minutes: 30 },
  { ...content.routes[0]!, id: 'costa', minutes: 90 },
];
const paste = (list: typeof noBookings, ...bookings: (typeof booking)[]) =>
  mergeBookings(list, readMessages(chatOf(bookings)), today);

test('twenty pasted messages are twenty bookings with the numbers of their senders', () => {
  const twenty = Array.from({ length: 20 }, (_, index) => ({ ...booking, name: `Ana ${index}` }));
  const { list, outcome } = paste(noBookings, ...twenty);
  expect(outcome).toEqual({ added: 20, changed: 0, replaced: 0, repeated: 0, removed: 0, unread: 0 });
  expect(list.bookings.map((row) => row.booking)).toEqual(twenty);
  expect(list.bookings[7]?.phone).toBe('+56987654307');
});

test('a message pasted again counts once; a later one replaces the booking and leaves its driver', () => {
  const first = paste(noBookings, booking).list;
  const assigned = { ...first, bookings: first.bookings.map((row) => ({ ...row, driver: diego })) };
  const again = { added: 0, changed: 0, replaced: 0, repeated: 1, removed: 0, unread: 0 };
  expect(paste(assigned, booking).outcome).toEqual(again);

  const later = { ...booking, time: '16:00' };
  const { list, outcome } = paste(assigned, booking, later);
  expect(outcome).toEqual({ ...again, changed: 1 });
  expect(list.bookings).toMatchObject([{ booking: later, driver: diego, changed: true }]);
  // The same export once more.
  expect(paste(list, booking, later).outcome.changed).toBe(0);
});

test('two trips of one passenger on one day stay, whatever is pasted', () => {
  const morning = { ...booking, time: '10:00' };
  const evening = { ...booking, time: '18:00' };
  const both = { ...noBookings, bookings: [rowOf('morning', morning), rowOf('evening', evening)] };
  const timesOf = (list: typeof noBookings) => list.bookings.map((row) => row.booking.time).sort();
  expect(timesOf(paste(both, { ...booking, name: 'Berta Soto' }).list)).toEqual(['10:00', '14:30', '18:00']);
  // At the time of one of them a message changes that one; at another time it may be a third trip.
  const eight = paste(both, { ...morning, bags: 8 });
  expect(eight.list.bookings).toMatchObject([
    { id: 'morning', booking: { bags: 8 } },
    { id: 'evening', booking: evening },
  ]);
  expect(timesOf(paste(both, { ...booking, time: '20:00' }).list)).toEqual(['10:00', '18:00', '20:00']);
});

test('of two different messages in one text the last counts, and the outcome says that it replaced one', () => {
  const later = { ...booking, time: '18:00' };
  const { list, outcome } = paste(noBookings, booking, booking, later, later);
  expect(outcome).toEqual({ added: 1, changed: 0, replaced: 1, repeated: 2, removed: 0, unread: 0 });
  expect(list.bookings).toMatchObject([{ booking: later, changed: true }]);
  // The other trip is added by hand, and the same text pasted again.
  const both = { ...list, bookings: [...list.bookings, rowOf('typed', { ...booking, pesos: null })] };
  const again = paste(both, booking, booking, later, later);
  expect(again.list.bookings).toEqual(both.bookings);
  expect(again.outcome).toMatchObject({ added: 0, changed: 0 });
});

test.for([
  ['time', { time: '16:00' }],
  ['name', { name: 'Anna Keller-Soto' }],
  ['day', { date: '2099-11-29' }],
  ['direction', { direction: 'to' }],
] as const)('the same message pasted again leaves a corrected %s', ([, correction]) => {
  const { list } = paste(noBookings, booking);
  const corrected = {
    ...list,
    bookings: list.bookings.map((row) => ({ ...row, booking: { ...row.booking, ...correction } })),
  };
  const again = paste(corrected, booking);
  expect(again.list).toEqual(corrected);
  expect(again.outcome).toMatchObject({ added: 0, changed: 0, repeated: 1 });
  // Also where it was copied as one line, which is another text.
  const joined = readMessages(chatOf([booking]).trim().replaceAll('\n', ' '));
  expect(mergeBookings(corrected, joined, today).list).toEqual(corrected);
});

test('a later message changes a corrected booking', () => {
  const { list } = paste(noBookings, booking);
  const corrected = {
    ...list,
    bookings: list.bookings.map((row) => ({ ...row, booking: { ...booking, bags: 9 } })),
  };
  const later = { ...booking, time: '17:00' };
  expect(paste(corrected, booking, later).list.bookings).toMatchObject([{ booking: later, changed: true }]);
});

/** The list without its first booking or message. */
const removeFirst = (list: typeof noBookings) =>
  removeFromList(list, [...list.bookings, ...list.unread][0]!.id, today);

test('a removed booking stays away when its export is pasted again, until somebody takes it back', () => {
  const other = { ...booking, name: 'Berta Soto' };
  const list = removeFirst(paste(noBookings, booking, other).list);
  const again = paste(list, booking, booking, other);
  expect(again.list).toEqual(list);
  expect(again.outcome).toEqual({ added: 0, changed: 0, replaced: 0, repeated: 2, removed: 1, unread: 0 });
  expect(JSON.stringify(list)).not.toContain(booking.name);
  // A later message of the same passenger is news.
  const later = { ...booking, time: '17:00' };
  expect(paste(list, booking, other, later).outcome).toMatchObject({ added: 1, removed: 1, repeated: 1 });

  const pasted = readMessages(chatOf([booking, other]));
  const back = mergeBookings(takeBack(list, pasted), pasted, today);
  expect(back.outcome).toMatchObject({ added: 1, repeated: 1, removed: 0 });
  expect(back.list.removed).toEqual([]);
  expect(takeBack(list, readMessages(chatOf([other]))).removed).toEqual(list.removed);
});

test.for([
  ['corrected', (row: ListedBooking) => ({ ...row, booking: { ...row.booking, date: '2099-11-27' } })],
  ['assigned', (row: ListedBooking) => ({ ...row, driver: diego })],
] as const)('a booking that was %s and then removed stays away too', ([, change]) => {
  const { list } = paste(noBookings, booking);
  const removed = removeFirst({ ...list, bookings: list.bookings.map(change) });
  expect(paste(removed, booking).outcome).toMatchObject({ added: 0, removed: 1 });
});

test('of two messages in one text, neither comes back once the booking is removed', () => {
  const later = { ...booking, time: '18:00' };
  const list = removeFirst(paste(noBookings, booking, later).list);
  expect(paste(list, booking, later).list.bookings).toEqual([]);
});

test('the way back, another day and another passenger are bookings of their own', () => {
  const others = [
    { ...booking, direction: 'to' as const },
    { ...booking, date: '2099-11-29' },
    { ...booking, name: 'Berta Soto' },
  ];
  expect(paste(noBookings, booking, ...others).outcome.added).toBe(4);
});

test('a message without a readable code is named with its text, once', () => {
  const text = '26/11/26, 10:03 - +56 9 8765 4321: Hola, quiero reservar para mañana a las 8\n';
  const { list, outcome } = mergeBookings(noBookings, readMessages(text), today);
  expect(outcome.unread).toBe(1);
  expect(list.unread).toMatchObject([
    { text: 'Hola, quiero reservar para mañana a las 8', phone: '+56987654321', pastedOn: today },
  ]);
  expect(mergeBookings(list, readMessages(text), today).outcome.unread).toBe(0);
  // Once it is typed in, it is the text of a booking.
  const typed = { ...noBookings, bookings: [rowOf('typed', {}, { text: list.unread[0]!.text })] };
  expect(mergeBookings(typed, readMessages(text), today).outcome.unread).toBe(0);
});

test('a discarded message stays away, and so does one that was typed in and then removed', () => {
  const text = '26/11/26, 10:03 - +56 9 8765 4321: Hola, quiero reservar para mañana a las 8\n';
  const { list } = mergeBookings(noBookings, readMessages(text), today);
  const typed = { ...noBookings, bookings: [rowOf('typed', {}, { text: list.unread[0]!.text })] };
  for (const before of [list, typed]) {
    const again = mergeBookings(removeFirst(before), readMessages(text), today);
    expect(again.list.unread).toEqual([]);
    expect(again.outcome).toMatchObject({ unread: 0, removed: 1 });
  }
});

test('a text in which a number was changed by hand is marked', () => {
  const forged = chatOf([booking]).replace('$18.000', '$8.000');
  expect(readMessages(forged).bookings[0]?.differs).toEqual(['pesos']);
});

test.for([
  // Both ends are the city: the way in, and nothing to drive empty.
  ['in to the airport, then out of it', 'to', 'from', '15:00', false],
  ['the same, a minute too early', 'to', 'from', '14:59', true],
  ['out of the airport twice, with the way back', 'from', 'from', '15:30', false],
  ['the same, a minute too early', 'from', 'from', '15:29', true],
  ['to the airport twice, with the way back', 'to', 'to', '15:29', true],
  ['out, and from the same place back', 'from', 'to', '15:00', false],
] as const)('a gap fits the way: %s', ([, first, second, time, clashes]) => {
  const one = rowOf('1', { direction: first, time: '14:30' });
  const other = rowOf('2', { direction: second, time });
  expect(clashOf(one, other, routes) !== null).toBe(clashes);
  expect(clashOf(other, one, routes) !== null).toBe(clashes);
});

test('between two other places, the longer of their ways stands for the empty one', () => {
  const one = rowOf('1', { direction: 'from', time: '14:30' });
  const other = rowOf('2', { direction: 'to', route: 'costa', time: '16:29' });
  expect(clashOf(one, other, routes)).toEqual({ gapMinutes: 119, neededMinutes: 120 });
});

test('the gap is measured in real time when clocks go back', () => {
  // Chile's clocks repeat the hour before midnight of 3 April 2027.
  const one = rowOf('1', { direction: 'to', date: '2027-04-03', time: '22:45' });
  const other = rowOf('2', { direction: 'from', date: '2027-04-04', time: '00:05' });
  expect(clashOf(one, other, [{ ...routes[0]!, minutes: 120 }])).toBeNull();
});

test('a conflict needs the same driver or the same vehicle, and names the driver first', () => {
  const one = rowOf('1', {}, { driver: diego, vehicle: van });
  const both = rowOf('2', { time: '14:40' }, { driver: diego, vehicle: van });
  const vehicleOnly = rowOf('3', { time: '14:40' }, { vehicle: van });
  const none = rowOf('4', { time: '14:40' });
  const found = conflictsOf(one, [one, both, vehicleOnly, none], routes);
  expect(found.map(({ by, other }) => [by, other.id])).toEqual([
    ['driver', '2'],
    ['vehicle', '3'],
  ]);
});

test('a driver in another booking, or without documents in force, is not free', () => {
  const driver = { name: '', inShift: false, inForceUntil: null };
  const fleet = {
    drivers: [
      { ...driver, id: 'diego' },
      { ...driver, id: 'late', inForceUntil: '2099-11-27' },
      { ...driver, id: 'lacking', inForceUntil: '' },
      { ...driver, id: 'free', inForceUntil: '2099-11-28' },
    ],
    vehicles: [],
  };
  const row = rowOf('1', {});
  const other = rowOf('2', { time: '15:00' }, { driver: diego });
  const { drivers } = availableFleet(fleet, row, { list: [row, other], routes });
  expect(drivers.map(({ member, busyWith, documented }) => [member.id, busyWith?.id, documented])).toEqual([
    ['free', undefined, true],
    ['diego', '2', true],
    ['late', undefined, false],
    ['lacking', undefined, false],
  ]);
});

test('a price is compared with the release that the message names, and with the newest one', () => {
  const priced = (pesos: number) => ({
    ...content,
    routes: [{ ...routes[0]!, prices: [{ pesos }] }],
  });
  const verdict = (named: number | null, newest: number, quoted: number | null = 18_000) =>
    checkPrice({ ...booking, pesos: quoted }, named === null ? null : priced(named), priced(newest)).verdict;
  expect(verdict(18_000, 18_000)).toBe('same');
  expect(verdict(18_000, 20_000)).toBe('changed');
  expect(verdict(20_000, 20_000)).toBe('disputed');
  // The price that holds now, under the name of a release that had another one.
  expect(verdict(20_000, 18_000)).toBe('disputed');
  expect(verdict(null, 18_000)).toBe('same');
  expect(verdict(null, 20_000)).toBe('unchecked');
  expect(verdict(18_000, 18_000, null)).toBe('unquoted');
});

test('bookings go 30 days after the trip, unread messages 30 days after they were pasted', () => {
  const unread = (id: string, pastedOn: string) => ({ id, text: id, phone: null, found: {}, pastedOn });
  const list = {
    bookings: [rowOf('old', { date: '2026-10-26' }), rowOf('last', { date: '2026-10-27' })],
    unread: [unread('old', '2026-10-26'), unread('last', '2026-10-27')],
    removed: ['2026-10-26', '2026-10-27'].map((day) => ({ hashes: [], day })),
  };
  const left = withoutExpired(list, today);
  expect(left.removed).toEqual([{ hashes: [], day: '2026-10-27' }]);
  expect([...left.bookings, ...left.unread].map(({ id }) => id)).toEqual(['last', 'last']);
});

test('a day shows its bookings by hour; without one, today and later', () => {
  const list = [
    rowOf('late', { date: today, time: '18:00' }),
    rowOf('early', { date: today, time: '06:00' }),
    rowOf('past', { date: '2026-11-25' }),
    rowOf('later', { date: '2026-11-27', name: 'José Muñoz' }),
  ];
  const ids = (day: string, search = '') => shownBookings(list, { day, search }, today).map(({ id }) => id);
  expect(ids('')).toEqual(['early', 'late', 'later']);
  expect(ids(today)).toEqual(['early', 'late']);
  expect(ids('past')).toEqual(['past']);
  expect(ids('', 'munoz')).toEqual(['later']);
});
