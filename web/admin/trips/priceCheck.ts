import type { Booking } from '../../../shared/booking/booking.ts';
import { quoteOf } from '../../../shared/booking/quote.ts';
import type { Content } from '../../../shared/content/content.ts';

/**
 * `disputed`: the release that the message names has another price. `changed`: that price was quoted, and another one holds
 * now. `unquoted`: the message has no price. `unchecked`: the release that it names could not be read, and today's differs.
 */
export type PriceVerdict = 'same' | 'changed' | 'disputed' | 'unquoted' | 'unchecked';

/** Amounts in pesos; null where no price is in force. */
export interface PriceCheck {
  readonly verdict: PriceVerdict;
  readonly quoted: number | null;
  /** The price in the release that the message names. */
  readonly released: number | null;
  /** The price for the day of the trip in the newest release. */
  readonly present: number | null;
}

/**
 * Compares the price of a message with the release that it names and with the newest one.
 * @param named the content of the release that the message names; null where it could not be read
 */
export function checkPrice(booking: Booking, named: Content | null, newest: Content): PriceCheck {
  const quoted = booking.pesos;
  const released = named && (quoteOf(named, booking)?.pesos ?? null);
  const present = quoteOf(newest, booking)?.pesos ?? null;
  const verdict = (): PriceVerdict => {
    if (quoted === null) return 'unquoted';
    if (named && released !== quoted) return 'disputed';
    if (quoted === present) return 'same';
    return named ? 'changed' : 'unchecked';
  };
  return { verdict: verdict(), quoted, released, present };
}
