import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Queryable } from '../../backend/index.ts';
import type { Booking } from '../../shared/booking/booking.ts';
import { newBookingId } from '../../shared/booking/bookingId.ts';
import { composeBooking } from '../../shared/booking/compose.ts';
import { quoteOf } from '../../shared/booking/quote.ts';
import type { Content } from '../../shared/content/content.ts';
import { chileanDay } from '../../shared/chile/time.ts';
import type { Language } from '../../shared/languages.ts';

/** Days from today, clock, direction, route, flight, passengers, language, name. */
type DemoBooking = readonly [
  days: number,
  time: string,
  direction: Booking['direction'],
  route: string,
  flight: string,
  people: number,
  language: Language,
  name: string,
];

const demoBookings: readonly DemoBooking[] = [
  [1, '05:40', 'to', 'providencia', 'LA412', 1, 'es', 'Carolina Rojas'],
  [1, '06:15', 'from', 'centro', 'AF406', 2, 'fr', 'Claire Dubois'],
  [1, '06:30', 'from', 'las-condes', 'LH500', 3, 'de', 'Anna Keller'],
  [1, '07:10', 'to', 'las-condes', 'LA704', 2, 'es', 'Jorge Muñoz'],
  [1, '09:20', 'from', 'las-condes', 'AA945', 4, 'en', 'John Miller'],
  [1, '10:05', 'from', 'centro', 'G37655', 2, 'pt', 'Beatriz Souza'],
  [1, '12:30', 'to', 'centro', 'IB118', 1, 'es', 'Paula Herrera'],
  [1, '14:45', 'from', 'providencia', 'LA601', 2, 'en', 'Sarah Connor'],
  [1, '16:00', 'from', 'las-condes', 'KL703', 5, 'de', 'Familie Schneider'],
  [1, '18:20', 'to', 'providencia', 'LA800', 2, 'pt', 'Rafael Lima'],
  [1, '21:50', 'from', 'centro', 'UA847', 1, 'en', 'Emily Clark'],
  [1, '23:15', 'from', 'las-condes', 'AV97', 3, 'es', 'Andrés Soto'],
  [2, '04:30', 'to', 'las-condes', 'CM496', 2, 'en', 'David Brown'],
  [2, '06:20', 'from', 'providencia', 'AF406', 1, 'fr', 'Hugo Bernard'],
  [2, '08:00', 'to', 'centro', 'LH501', 3, 'de', 'Jonas Weber'],
  [2, '11:40', 'from', 'las-condes', 'LA2473', 2, 'es', 'Valentina Pérez'],
  [2, '17:30', 'from', 'centro', 'G37655', 4, 'pt', 'Família Oliveira'],
  [3, '09:00', 'to', 'providencia', 'AA940', 2, 'en', 'Grace Lee'],
  [3, '13:10', 'from', 'las-condes', 'IB6833', 2, 'es', 'Lucía Ferrer'],
  [3, '19:45', 'from', 'providencia', 'KL701', 1, 'de', 'Mia Fischer'],
];

/** The passenger who was quoted a price before the company changed it. */
const quotedBefore = 'Familie Schneider';

/** The number of bookings to paste. */
export const bookingCount = demoBookings.length;

const dayMs = 86_400_000;

/** The passenger's booking, with the price of a release. */
function bookingOf(
  [days, time, direction, route, flight, people, language, name]: DemoBooking,
  release: { readonly id: number; readonly content: Content },
): Booking {
  const trip = { route, time, date: chileanDay(new Date(Date.now() + days * dayMs)) };
  return {
    ...trip,
    direction,
    flight,
    people,
    language,
    name,
    address: '',
    sign: '',
    bags: people,
    childAges: people > 3 ? [4] : [],
    wheelchair: false,
    payment: people > 2 ? 'card' : 'cash',
    pesos: quoteOf(release.content, trip)?.pesos ?? null,
    release: release.id,
  };
}

/**
 * Writes the export of a chat in which passengers book trips of the next three days, to paste into the panel.
 * @returns the path of the file
 */
export async function writeBookingChat(db: Queryable, folder: string): Promise<string> {
  const releases = await db.query<{ id: number; content: Content }>(
    'select id, content from public.content_releases order by id',
  );
  const messages = demoBookings.map((each, index) => {
    const release = releases.at(each.at(-1) === quotedBefore ? 0 : -1)!;
    const booking = bookingOf(each, release);
    const route = release.content.routes.find(({ id }) => id === booking.route)?.name.es ?? '';
    const phone = `+56 9 5555 01${String(index).padStart(2, '0')}`;
    return `26/11/26, 10:${String(index + 10)} - ${phone}: ${composeBooking(booking, route, newBookingId())}\n`;
  });
  const path = join(folder, 'bookings.txt');
  await writeFile(path, messages.join(''));
  return path;
}
