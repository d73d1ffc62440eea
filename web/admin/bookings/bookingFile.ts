import type { Route } from '../../../shared/content/content.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvFlag, csvNumber, csvPhone } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';
import type { ListedBooking } from './bookingStore.ts';
import { placeName } from './wording.ts';

/** The columns of a file of bookings. @param routes those whose names the file has */
export async function loadBookingColumns(
  routes: readonly Route[],
): Promise<readonly ExportColumn<ListedBooking>[]> {
  const { directions, payments } = await loadNamespace('bookings', 'es');
  return [
    ['fecha', ({ booking }) => booking.date],
    ['hora', ({ booking }) => booking.time],
    ['sentido', ({ booking }) => directions[booking.direction]],
    ['lugar', ({ booking }) => placeName(booking, routes)],
    ['vuelo', ({ booking }) => booking.flight],
    ['nombre', ({ booking }) => booking.name],
    ['teléfono', ({ phone }) => csvPhone(phone)],
    ['idioma', ({ booking }) => booking.language],
    ['personas', ({ booking }) => csvNumber(booking.people)],
    ['maletas', ({ booking }) => csvNumber(booking.bags)],
    ['sillas (edades)', ({ booking }) => booking.childAges.join(', ')],
    ['silla de ruedas', ({ booking }) => csvFlag(booking.wheelchair)],
    ['pago', ({ booking }) => payments[booking.payment]],
    ['precio', ({ booking }) => csvNumber(booking.pesos)],
    ['conductor', ({ driver }) => driver?.name ?? ''],
    ['auto', ({ vehicle }) => vehicle?.name ?? ''],
  ];
}
