import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readFirstRelease } from '../testing/content.ts';
import { languages } from '../languages.ts';
import { bookingProblems, flightOf, type Booking, type BookingProblems } from './booking.ts';
import { newBookingId } from './bookingId.ts';
import { composeBooking, maxMessageCharacters } from './compose.ts';
import { parseBookings } from './parse.ts';
import { prefillFragment, readPrefill } from './prefill.ts';
import { quoteOf } from './quote.ts';
import { anyBooking, longestBooking, mutations } from '../testing/booking.ts';

const runs = 10_000;

const booking: Booking = {
  direction: 'from',
  date: '2026-11-28',
  time: '18:30',
  flight: 'LA123',
  route: 'providencia',
  address: 'Hotel Sol, Calle Uno 12',
  people: 3,
  bags: 4,
  childAges: [2, 5],
  wheelchair: true,
  name: 'Anna Schmidt',
  sign: 'Familia Schmidt',
  payment: 'card',
  language: 'de',
  pesos: 18_000,
  release: 12,
};
const id = '7k2m9xq4hc';
const message = composeBooking(booking, 'Providencia', id);
/** The code of the same booking as the first version of the app wrote it. */
const firstCode = '#AT1 20261128T1830 from providencia p3 b4 k2,5 w fLA123 c18000 r12 de card =zri4';
const firstMessage = message.replace(/#AT2.*/, firstCode);

test('a message says everything in Spanish, then in the passenger’s language, then in a code', () => {
  expect(message.split('\n')).toEqual([
    'Hola, quiero reservar un traslado.',
    'Viaje: desde el aeropuerto, 28-11-2026 18:30',
    'Vuelo: LA123',
    'Lugar: Providencia',
    'Dirección: Hotel Sol, Calle Uno 12',
    'Pasajeros: 3. Maletas: 4',
    'Sillas de niño (edades): 2, 5',
    'Silla de ruedas: sí',
    'Letrero: Familia Schmidt',
    'Nombre: Anna Schmidt',
    'Pago: tarjeta',
    'Precio: $18.000',
    'Buchung: vom Flughafen, 28.11.2026 18:30, $18.000, Flug LA123, Personen: 3, Gepäckstücke: 4, Kindersitze (Alter): 2, 5, Rollstuhl, Karte',
    expect.stringMatching(
      /^#AT2 7k2m9xq4hc 20261128T1830 from providencia p3 b4 k2,5 w fLA123 c18000 r12 de card =[a-z0-9]{4}$/,
    ),
  ]);
});

test('a message in Spanish says it once, and asks for a price that is none', () => {
  const written = composeBooking({ ...booking, language: 'es', pesos: null }, 'Providencia', id);
  expect(written).toContain('Precio: consultar\n#AT2');
});

test('a message from the airport says the pick-up that follows from the landing', () => {
  const written = composeBooking(booking, 'Providencia', id, '19:00');
  expect(written).toContain('\nViaje: desde el aeropuerto, 28-11-2026 18:30, recogida 19:00\n');
  expect(parseBookings(written).bookings[0]).toMatchObject({ booking, differs: [] });
});

test.each(languages)(
  'the longest message in %s has 600 characters at most, and names the trip',
  (language) => {
    const written = composeBooking(longestBooking(language), 'R'.repeat(60), id, '19:00');
    expect(written.length).toBeLessThanOrEqual(maxMessageCharacters);
    if (language !== 'es') expect(written.split('\n').at(-2)).toContain('2026 18:30');
    expect(parseBookings(written).bookings[0]?.booking).toEqual(longestBooking(language));
  },
);

test.each(languages)(
  'a sign in %s takes room from the name of the route alone, while ids are short',
  (language) => {
    const longest = { ...longestBooking(language), route: 'las-condes' };
    const own = (sign: string) =>
      composeBooking({ ...longest, sign }, 'R'.repeat(60), id)
        .split('\n')
        .at(-2);
    const [without = '', beside = ''] = [own(''), own('S'.repeat(40))];
    expect(without.startsWith(beside)).toBe(true);
    expect(beside).toContain(language === 'es' ? 'Precio' : '2026 18:30');
    const withoutSign = composeBooking({ ...longestBooking(language), sign: '' }, 'R'.repeat(60), id);
    expect(withoutSign).toContain(`Lugar: ${'R'.repeat(27)}\n`);
  },
);

test.each(['李小龙', 'Ñandú & Cía', 'عائلة الأحمد', 'Familia\nSchmidt: *Grupo* 12'])(
  'a sign that says %j arrives in one line',
  (sign) => {
    const [parsed] = parseBookings(composeBooking({ ...booking, sign }, 'Providencia', id)).bookings;
    expect(parsed?.booking.sign).toBe(sign.replace('\n', ' ').replace(': *Grupo*', ' Grupo'));
  },
);

test('a message without a sign, as earlier versions wrote it, has an empty one', () => {
  const earlier = message.replace('Letrero: Familia Schmidt\n', '');
  expect(parseBookings(earlier)).toMatchObject({
    bookings: [{ booking: { ...booking, sign: '' } }],
    unread: [],
  });
});

test(`${runs} bookings are read as they were written, whatever happened to the text on its way`, () => {
  const changes = Object.values(mutations);
  let turn = 0;
  fc.assert(
    fc.property(anyBooking, ({ booking: sent, id: sentId, routeName }) => {
      const written = composeBooking(sent, routeName, sentId, '05:15');
      expect(written.length).toBeLessThanOrEqual(maxMessageCharacters);
      const change = changes[turn++ % changes.length]!;
      const { bookings, unread } = parseBookings(change(written));
      expect({ bookings: bookings.map((each) => [each.id, each.booking]), unread }).toEqual({
        bookings: [[sentId, sent]],
        unread: [],
      });
      expect(bookings[0]?.differs).toEqual([]);
    }),
    { numRuns: runs, seed: 20_261_126 },
  );
}, 60_000);

test.each(Object.entries(mutations))('several messages in one text are all read: %s', (_, change) => {
  const other = {
    ...booking,
    name: 'Luis',
    address: '',
    direction: 'to' as const,
    pesos: null,
    language: 'es' as const,
  };
  const otherId = newBookingId();
  const messages = [message, firstMessage, composeBooking(other, 'Providencia', otherId)];
  const { bookings, unread } = parseBookings(messages.map(change).join('\n'));
  expect(bookings.map((each) => [each.id, each.booking])).toEqual([
    [id, booking],
    [null, booking],
    [otherId, other],
  ]);
  expect(unread).toEqual([]);
});

test('a code whose letters a telephone has made capitals is read with its own id', () => {
  const capitals = [message, firstMessage].map((text) => text.replace(/#AT.*/, (code) => code.toUpperCase()));
  const { bookings } = parseBookings(capitals.join('\n'));
  expect(bookings.map((each) => [each.id, each.booking])).toEqual([
    [id, booking],
    [null, booking],
  ]);
});

describe('a text that is no whole booking', () => {
  test('a message cut at its end says what its sentences say', () => {
    const { bookings, unread } = parseBookings(message.slice(0, message.indexOf('r12')));
    expect(bookings).toEqual([]);
    expect(unread[0]).toMatchObject({
      problem: 'damaged',
      found: {
        date: '2026-11-28',
        time: '18:30',
        people: 3,
        name: 'Anna Schmidt',
        sign: 'Familia Schmidt',
        pesos: 18_000,
      },
    });
  });

  test('a link cut in the middle of a letter is read up to there', () => {
    const link = `https://wa.me/56912345678?text=${encodeURIComponent(message)}`;
    const cut = link.slice(0, link.indexOf('%C3%B3') + 5);
    expect(parseBookings(cut).unread[0]).toMatchObject({
      problem: 'noCode',
      found: { direction: 'from', flight: 'LA123' },
    });
  });

  test.each([
    ['with another price', message.replace('c18000', 'c8000')],
    ['with another id', message.replace(id, '7k2m9xq4hd')],
    ['with a letter that no id has', message.replace(id, '7k2m9xq4hl')],
    ['with a cut id', message.replace(id, id.slice(0, -1))],
    ['without its id', message.replace(`${id} `, '')],
    ['of the other version', message.replace('#AT2', '#AT1')],
    ['of the first version with an id', firstMessage.replace('#AT1', `#AT1 ${id}`)],
    ['of the first version with another price', firstMessage.replace('c18000', 'c8000')],
    ['of the first version called the second', firstMessage.replace('#AT1', '#AT2')],
    ['that ends in its id', message.slice(0, message.indexOf(id) + 5)],
    ['that ends in its first version', firstMessage.slice(0, firstMessage.indexOf('#AT1') + 4)],
  ])('a code %s is damaged, and no booking', (_, damaged) => {
    expect(parseBookings(damaged)).toMatchObject({
      bookings: [],
      unread: [{ problem: 'damaged', found: { name: 'Anna Schmidt' } }],
    });
  });

  test.each([message, firstMessage])('a cut code is reported without its sentences too: %#', (text) => {
    const cut = text.slice(text.indexOf('#AT'), text.indexOf(' r12'));
    const chat = `26/11/26, 10:03 - Ana: ${cut}\n26/11/26, 10:04 - Ana: Hola`;
    expect(parseBookings(chat)).toMatchObject({
      bookings: [],
      unread: [{ sender: 'Ana', problem: 'damaged' }],
    });
  });

  test('a sentence that was changed by hand is named', () => {
    const changed = message.replace('18:30', '19:30').replace('Precio: $18.000', 'Precio: $8.000');
    expect(parseBookings(changed).bookings[0]).toMatchObject({ booking, differs: ['time', 'pesos'] });
  });

  test('a message in words alone is reported, other messages of a chat are not', () => {
    expect(parseBookings('Necesito un taxi mañana a las 8').unread).toMatchObject([{ problem: 'noCode' }]);
    const chat = '26-11-26, 10:03 - Ana: Hola\n26-11-26, 10:04 - Ana: Hola, quiero reservar el traslado';
    expect(parseBookings(chat)).toMatchObject({
      bookings: [],
      unread: [{ sender: 'Ana', problem: 'noCode', text: 'Hola, quiero reservar el traslado' }],
    });
    expect(parseBookings(' \n')).toEqual({ bookings: [], unread: [] });
  });

  test('a broken message before a good one leaves the good one whole', () => {
    const broken = message.slice(0, message.indexOf(' r12'));
    const { bookings, unread } = parseBookings(`${broken}\n${message}`);
    expect(bookings.map((each) => each.booking)).toEqual([booking]);
    expect(unread).toHaveLength(1);
  });

  test('any text can be pasted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat({ max: message.length }), (noise, at) => {
        parseBookings(message.slice(0, at) + noise + message.slice(at));
      }),
      { seed: 1 },
    );
  });
});

/** The beginnings of messages as telephones of many languages write them. */
const beginnings = [
  '26/11/2026 à 22:39 - ',
  '26/11/2026 às 22:39 - ',
  '[26/11/26 à 22:39:05] ',
  '26.11.26, 22:39 - ',
  '26.11.26 um 22:39 - ',
  '26.11.2026 klo 22.39 - ',
  '26. 11. 2026 22:39 - ',
  '[26. 11. 2026 22:39:05] ',
  '26.11.2026 г., 22:39 - ',
  '2026. 11. 26. 오후 10:39 - ',
  '[2026. 11. 26. 오후 10:39:05] ',
  '2026年11月26日 下午10:39 - ',
  '2026/11/26 下午10:39 - ',
  '[2026/11/26 下午10:39:05] ',
  '2026/9/5 下午10:39 - ',
  '[2026. 9. 5. 오후 10:39:05] ',
  '۱۴۰۵/۹/۵،‏ ۲۲:۳۹ - ',
  '٢٦‏/١١‏/٢٠٢٦، ١٠:٣٩ م - ',
  '۲۶/۱۱/۲۰۲۶،‏ ۲۲:۳۹ - ',
  '26/11/26, 10:39 p.\u202fm. - ',
  '26/11/2026 10:39 da tarde - ',
  '26/11/2026, 10:39\u202fμ.μ. - ',
  '2026-11-26 22 h 39 - ',
  '[10:39 p. m., 26/11/2026] ',
  '22:39 26/11/2026 - ',
  '26 nov. 2026 a las 22:39 - ',
];

test.each(beginnings)('B3 the sender behind %j is known, and other messages are left out', (beginning) => {
  const mark = '\u200e';
  const chat = [
    `${mark}${beginning}Transfer: Hola`,
    `${beginning}+56 9 8765 4321: ${message}`,
    `${beginning}Transfer: Confirmado`,
    `${beginning}+33 6 12 34 56 78: quiero reservar para mañana`,
    `${beginning}Transfer: ¿A qué hora?`,
  ].join('\n');
  const { bookings, unread } = parseBookings(chat);
  expect(bookings.map(({ sender }) => sender)).toEqual(['+56 9 8765 4321']);
  expect(unread.map(({ sender, text }) => [sender, text])).toEqual([
    ['+33 6 12 34 56 78', 'quiero reservar para mañana'],
  ]);
});

test('B17 a chat of six megabytes is read within seconds', () => {
  const line = '26/11/26, 22:39 - Ana: una línea corta de la conversación\n';
  const chat = `${line.repeat(110_000)}26/11/26, 22:40 - +56 9 8765 4321: ${message}\n`;
  const began = performance.now();
  expect(parseBookings(chat).bookings).toHaveLength(1);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('the sender of an exported message is known', () => {
  const text = mutations['export of Android']!(message);
  expect(parseBookings(text).bookings[0]?.sender).toBe('+56 9 8765 4321');
});

test.each([
  ['la 123', 'LA123'],
  ['LA-0123', 'LA123'],
  ['4C 1404', '4C1404'],
  ['jat021', 'JAT21'],
  ['IB6833A', 'IB6833A'],
  ['', null],
  ['LA', null],
  ['123', null],
  ['LATAM 123', null],
  ['LA12345', null],
])('the flight %j is %j', (typed, flight) => {
  expect(flightOf(typed)).toBe(flight);
});

const now = new Date('2026-11-26T12:00:00Z');

test.each<readonly [Partial<Booking>, BookingProblems]>([
  [{}, {}],
  [{ date: '' }, { date: 'required' }],
  [{ time: '' }, { time: 'required' }],
  [
    { date: '', time: '' },
    { date: 'required', time: 'required' },
  ],
  [{ date: '2026-11-26', time: '08:59' }, { date: 'past' }],
  [{ date: '2026-11-26', time: '09:01' }, {}],
  [{ date: '2036-11-26' }, { date: 'far' }],
  [{ date: '2027-09-05', time: '00:30' }, { time: 'noSuchTime' }],
  [{ date: '2027-04-03', time: '23:30' }, {}],
  [{ people: 0 }, { people: 'number', childAges: 'seats' }],
  [{ people: 500 }, { people: 'number' }],
  [{ bags: 2.5 }, { bags: 'number' }],
  [{ childAges: [2, 40] }, { childAges: 'number' }],
  [{ people: 1 }, { childAges: 'seats' }],
  [{ flight: 'mañana' }, { flight: 'flight' }],
  [{ route: '', address: ' * ' }, { address: 'required' }],
  [{ address: '' }, {}],
  [{ name: ' ' }, { name: 'required' }],
])('a booking with %j has the problems %j', (changed, problems) => {
  expect(bookingProblems({ ...booking, ...changed }, now)).toEqual(problems);
});

describe('the price of a booking', () => {
  const first = readFirstRelease();
  const prices = [
    { pesos: 18_000, night: 23_000 },
    { pesos: 20_000, validFrom: '2026-12-01T12:00', validUntil: '2026-12-31' },
  ];
  const content = {
    ...first,
    company: { ...first.company, nightHours: { from: '22:00', to: '06:00' } },
    routes: first.routes.map((route) => ({ ...route, prices })),
  };

  test.each([
    ['2026-11-28', '18:30', { pesos: 18_000, isNight: false }],
    ['2026-11-28', '22:00', { pesos: 23_000, isNight: true }],
    ['2026-11-28', '05:59', { pesos: 23_000, isNight: true }],
    ['2026-11-28', '06:00', { pesos: 18_000, isNight: false }],
    ['2026-12-01', '11:59', { pesos: 18_000, isNight: false }],
    ['2026-12-01', '12:00', { pesos: 20_000, isNight: false }],
    ['2026-12-31', '23:59', { pesos: 20_000, isNight: false }],
    ['2027-01-01', '00:00', null],
    ['', '', null],
  ])('is the one that holds on %s at %s', (date, time, quote) => {
    expect(quoteOf(content, { route: 'providencia', date, time })).toEqual(quote);
  });

  test('is none for a place without a route', () => {
    expect(quoteOf(content, { route: '', date: '2026-11-28', time: '18:30' })).toBeNull();
  });
});

test('a fragment fills in what it holds, and nothing that is made up', () => {
  const prefill = {
    direction: 'to',
    date: '2026-11-28',
    time: '18:30',
    route: 'vitacura',
    people: 2,
  } as const;
  expect(readPrefill(prefillFragment({ ...prefill, flight: '' }))).toEqual(prefill);
  expect(
    readPrefill('direction=up&date=2026-99-01&time=25:00&flight=<b>&route=%00&people=999&bags=-1'),
  ).toEqual({});
  expect(readPrefill('')).toEqual({});
});
