import fc from 'fast-check';
import { languages } from '../languages.ts';
import { bookingDirections, bookingLimits, payments, type Booking } from '../booking/booking.ts';
import { fieldText } from '../booking/withoutMarks.ts';

/** Names and addresses as people type them, with the signs that WhatsApp takes for marks. */
const typed = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 90 }),
  fc.string({ unit: fc.constantFrom(...'aÁñß Zz9 .,#*_~-’"“…/()😀'), minLength: 1, maxLength: 90 }),
  fc.constantFrom('Hotel O’Higgins, Calle Uno #123, depto: 4', 'María José Núñez', 'Ｊ. Müller *VIP*'),
);
const fieldOf = (maxCharacters: number) => typed.map((text) => fieldText(text, maxCharacters));

const digits = (count: number) => (value: number) => String(value).padStart(count, '0');
const date = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2031-12-31'), noInvalidDate: true })
  .map((moment) => moment.toISOString().slice(0, 10));
const time = fc
  .tuple(fc.nat({ max: 23 }).map(digits(2)), fc.nat({ max: 59 }).map(digits(2)))
  .map((parts) => parts.join(':'));
const flight = fc
  .tuple(
    fc.constantFrom('LA', 'H2', '4C', 'JAT', 'IB'),
    fc.integer({ min: 1, max: 9999 }),
    fc.constantFrom('', 'A'),
  )
  .map((parts) => parts.join(''));
const part = fc.string({ unit: fc.constantFrom(...'abcxyz019'), minLength: 1, maxLength: 14 });
const route = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('-'));

const id = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefghjkmnpqrstvwxyz'),
  minLength: 10,
  maxLength: 10,
});

/** Bookings without problems, up to every limit, each with an id and a name for its route. */
export const anyBooking: fc.Arbitrary<{
  readonly booking: Booking;
  readonly id: string;
  readonly routeName: string;
}> = fc.record({
  id,
  routeName: fc.string({ unit: 'grapheme', maxLength: 60 }),
  booking: fc
    .record({
      direction: fc.constantFrom(...bookingDirections),
      date,
      time,
      flight: fc.oneof(fc.constant(''), flight),
      route: fc.oneof(fc.constant(''), route),
      address: fieldOf(bookingLimits.addressCharacters),
      people: fc.integer({ min: 1, max: bookingLimits.people }),
      bags: fc.integer({ min: 0, max: bookingLimits.bags }),
      childAges: fc.array(fc.integer({ min: 0, max: bookingLimits.childAgeYears }), {
        maxLength: bookingLimits.childSeats,
      }),
      wheelchair: fc.boolean(),
      name: fieldOf(bookingLimits.nameCharacters).filter((name) => name !== ''),
      sign: fc.oneof(
        fc.constant(''),
        fieldOf(bookingLimits.signCharacters),
        fc.constantFrom('李小龙', 'عائلة الأحمد'),
      ),
      payment: fc.constantFrom(...payments),
      language: fc.constantFrom(...languages),
      pesos: fc.option(fc.integer({ min: 0, max: 10_000_000 })),
      release: fc.nat({ max: 1_000_000 }),
    })
    .map((booking) => ({
      ...booking,
      childAges: booking.childAges.slice(0, booking.people),
      sign: booking.direction === 'from' ? booking.sign : '',
    })),
});

/** The booking with the longest message in a language. */
export const longestBooking = (language: Booking['language']): Booking => ({
  direction: 'from',
  date: '2026-09-28',
  time: '18:30',
  flight: 'LAN1234A',
  route: 'r'.repeat(60),
  address: 'A'.repeat(bookingLimits.addressCharacters),
  people: bookingLimits.people,
  bags: bookingLimits.bags,
  childAges: Array.from({ length: bookingLimits.childSeats }, () => bookingLimits.childAgeYears),
  wheelchair: true,
  name: 'N'.repeat(bookingLimits.nameCharacters),
  sign: 'S'.repeat(bookingLimits.signCharacters),
  payment: 'transfer',
  language,
  pesos: 10_000_000,
  release: 9_999_999,
});

const everyLine = (text: string, change: (line: string) => string) => text.split('\n').map(change).join('\n');

/** How WhatsApp, its exports and people change a message in transit, each by name. */
export const mutations: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'bold lines': (text) => everyLine(text, (line) => `*${line}*`),
  'bold labels': (text) => text.replace(/^([^:\r\n\u2028\u2029]+:)/gm, '*$1*'),
  'italic words': (text) => text.replace(/(\p{L}{3,})/gu, '_$1_'),
  quote: (text) => everyLine(text, (line) => `> ${line}`),
  'quote in a quote': (text) => everyLine(text, (line) => `> > ${line}`),
  'hard spaces': (text) => text.replaceAll(' ', '\u00a0'),
  'marks of direction': (text) => everyLine(text, (line) => `\u200e\u202a${line}\u202c`),
  'line breaks of Windows': (text) => text.replaceAll('\n', '\r\n'),
  'smart quotes': (text) => text.replaceAll("'", '’').replaceAll('"', '”'),
  'smart hyphens': (text) => text.replaceAll('-', '\u2011'),
  'lines joined': (text) => text.replaceAll('\n', ' '),
  'decomposed letters': (text) => text.normalize('NFD'),
  link: (text) => `Reserva: https://wa.me/56912345678?text=${encodeURIComponent(text)}`,
  'address of an opened link': (text) =>
    `https://api.whatsapp.com/send/?phone=56912345678&text=${encodeURIComponent(text).replaceAll('%20', '+')}&type=phone_number&app_absent=0`,
  'other words around': (text) => `Buenas tardes!\n\n${text}\n\nGracias, quedo atenta`,
  edited: (text) => `${text} <Se editó este mensaje.>`,
  'export of iOS': (text) =>
    `[26-11-26, 10:03:12] Empresa: Hola\n\u200e[26-11-26, 10:04:12\u202fa.\u00a0m.] Ana 😀: ${text}\n[26-11-26, 10:05:01] Empresa: Confirmado`,
  'export of Android': (text) =>
    `26/11/26, 10:02 - Los mensajes están cifrados de extremo a extremo.\n26/11/26, 10:03 p.\u00a0m. - \u202a+56 9 8765 4321\u202c: ${text}\n27/11/26, 9:05 - Empresa: <Multimedia omitido>`,
  'copied in the browser': (text) => `[10:03, 26/11/2026] Ana: ${text}\n[10:04, 26/11/2026] Empresa: Ok`,
};
