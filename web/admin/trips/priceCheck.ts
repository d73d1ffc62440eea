import type { Booking } from '../../../shared/booking/booking.ts';
import { quoteOf } from '../../../shared/booking/quote.ts';
import type { Content } from '../../../shared/content/content.ts';
import type { PriceVerdict } from '../../../shared/trips.ts';

/**
 * Compares the price of a message with the release that it names and with the newest one. `disputed`: the release that the
 * message names has another price. `changed`: that price was quoted, and another one holds now. `unquoted`: the message has no
 * price. `unchecked`: the release that it names could not be read, and the newest one has another price.
 * @param named the content of the release that the message names; null where it could not be read
 */
export function checkPrice(
  booking: Pick<Booking, 'route' | 'date' | 'time' | 'pesos'>,
  named: Content | null,
  newest: Content,
): PriceVerdict {
  const { pesos } = booking;
  const priceIn = (content: Content) => quoteOf(content, booking)?.pesos ?? null;
  if (pesos === null) return 'unquoted';
  if (named && priceIn(named) !== pesos) return 'disputed';
  if (priceIn(newest) === pesos) return 'same';
  return named ? 'changed' : 'unchecked';
}
