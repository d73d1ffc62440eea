import type { Booking } from '../../../shared/booking/booking.ts';
import { calendarOf } from '../../../shared/booking/calendar.ts';
import { whatsappDigits } from '../../content/links.ts';
import type { Content } from '../../../shared/content/content.ts';
import type { booking as messages } from '../../i18n/es/booking.ts';

/**
 * A booking as a calendar file. @param routeName in the language of `t`; empty without a route
 * @param message the booking as it was sent, which says all the rest
 */
export function tripFile(
  booking: Booking,
  routeName: string,
  message: string,
  { company, routes }: Content,
  t: typeof messages,
): string {
  const place = [routeName, booking.address].filter(Boolean).join(', ');
  const digits = whatsappDigits(company);
  const trip = {
    uid: `${booking.date}T${booking.time}-${booking.direction}-${booking.route || 'other'}@${window.location.host}`,
    date: booking.date,
    time: booking.time,
    minutes: routes.find(({ id }) => id === booking.route)?.minutes,
    title: `${t.trip[booking.direction]} · ${company.name}`,
    place: booking.direction === 'from' ? t.airport : place,
    notes: [digits && `${company.name}: +${digits}`, message].filter(Boolean).join('\n\n'),
  };
  return calendarOf([trip], new Date());
}
