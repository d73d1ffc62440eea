import { expect, test } from 'vitest';
import type { Trip } from '../../data/trips/trips.ts';
import { trips } from '../../i18n/es/fleet/trips.ts';
import { readFirstRelease } from '../../../shared/testing/content.ts';
import { exampleTrip } from '../../testing/exampleTrip.ts';
import { driverText, isOwed, tripsByDriver } from './driverText.ts';
import { tripWriter } from './tripWords.ts';

const t = trips;
const { routes } = readFirstRelease();
const writer = tripWriter(t, routes);
const juan = { id: 'juan', name: 'Juan Soto Díaz' };
const trip = (changes: Partial<Trip> = {}): Trip => ({
  ...exampleTrip,
  state: 'confirmed',
  is_live: true,
  day: '2099-12-05',
  clock: '15:00',
  landing_day: '2099-12-05',
  landing_clock: '14:30',
  other_day: null,
  direction: 'from',
  route: 'centro',
  flight: 'LA705',
  name: 'Anna Keller',
  phone: '+4915123456789',
  to_text: 'Hotel Plaza',
  sign_text: 'Familia Keller',
  note: 'Espera en el segundo piso',
  people: 3,
  bags: 2,
  child_ages: [4],
  wheelchair: false,
  pesos: 18_000,
  payment: 'card',
  agency: 'Andes Tours',
  voucher: 'V-12',
  driver_id: 'juan',
  told_at: null,
  changed_at: null,
  untold: [],
  ...changes,
});
const textOf = (...of: readonly Trip[]) => driverText(juan, of, writer);

test('a driver reads hour, way, flight, people, payment, voucher and note, and never the passenger’s number', () => {
  const text = textOf(trip());
  expect(text).toMatch(/^Hola Juan\./);
  for (const said of [
    '*sábado, 5 de diciembre*',
    '*15:00* Aeropuerto → ',
    'Hotel Plaza',
    trip().code,
    'Anna Keller',
    '3 personas · 2 maletas · silla de niño: 4 años',
    'vuelo LA705, aterriza 14:30',
    '$18.000 tarjeta',
    'Andes Tours V-12',
    '\nLetrero: Familia Keller\n',
    'Espera en el segundo piso',
  ])
    expect(text).toContain(said);
  expect(text).not.toMatch(/15123456789|\+49/);
  expect(textOf(trip({ sign_text: null }))).not.toContain('Letrero');
});

test('a trip that changed after the text says so, and one that is gone or cancelled says only that', () => {
  const told = { told_at: '2099-12-04T20:00:00Z' };
  expect(textOf(trip({ ...told, changed_at: '2099-12-04T21:00:00Z' }))).toContain(
    `${t.texts.changed} *15:00*`,
  );
  expect(textOf(trip({ ...told, changed_at: '2099-12-04T19:00:00Z' }))).not.toContain(t.texts.changed);
  for (const gone of [
    trip({ driver_id: 'elena', untold: ['juan'] }),
    trip({ ...told, state: 'cancelled', is_live: false }),
  ]) {
    const text = textOf(gone);
    expect(text).toContain('YA NO VA: sábado, 5 de diciembre, 15:00');
    expect(text).not.toContain('Anna Keller');
  }
});

test('a trip at night names both days', () => {
  expect(writer.when(trip({ clock: '00:30', day: '2099-12-06', other_day: '2099-12-05' }))).toBe(
    '00:30, noche del sábado, 5 de diciembre al domingo, 6 de diciembre',
  );
});

test('each driver hears of the own trips and of those that were taken away, not of one that was cancelled before a word', () => {
  const own = trip({ id: 'own' });
  const lost = trip({ id: 'lost', driver_id: 'elena', untold: ['juan'] });
  const quiet = trip({ id: 'quiet', state: 'cancelled', is_live: false });
  const groups = tripsByDriver([own, lost, quiet, trip({ id: 'free', driver_id: null })]);
  expect([...groups].map(([driver, of]) => [driver, of.map(({ id }) => id)])).toEqual([
    ['juan', ['own', 'lost']],
    ['elena', ['lost']],
  ]);
});

test('a driver is owed a text for what is new, changed or gone, and none once all is told', () => {
  const told = trip({ told_at: '2099-12-04T20:00:00Z' });
  expect(isOwed('juan', [trip()])).toBe(true);
  expect(isOwed('juan', [told])).toBe(false);
  expect(isOwed('juan', [{ ...told, changed_at: '2099-12-04T21:00:00Z' }])).toBe(true);
  expect(isOwed('juan', [trip({ driver_id: 'elena', untold: ['juan'] })])).toBe(true);
});
