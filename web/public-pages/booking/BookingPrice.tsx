import { quoteOf } from '../../../shared/booking/quote.ts';
import { PriceFacts } from '../../components/PriceFacts.tsx';
import { useContent } from '../../content/ContentProvider.tsx';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { BookingForm } from './useBookingForm.ts';

/** The price on the day of the trip and what it includes, before anything is sent. */
export function BookingPrice({ form }: { readonly form: BookingForm }) {
  const { price: t } = useNamespace('booking');
  const { booking } = form;
  const { route, date, time } = booking;
  const quote = quoteOf(useContent(), booking);
  const isOpen = route !== '' && (date === '' || time === '');
  return (
    <section aria-labelledby="booking-price" className="rounded-card bg-surface-raised p-5 shadow-card">
      <h2 id="booking-price" className="text-small font-semibold">
        {t.title}
      </h2>
      <div aria-live="polite">
        {isOpen ? (
          <p className="mt-1 text-ink-soft">{t.when}</p>
        ) : (
          <p className="headline mt-1 text-title tabular-nums">{quote ? formatPesos(quote.pesos) : t.ask}</p>
        )}
        {!isOpen && !quote && <p className="text-ink-soft">{t.askText}</p>}
        {quote?.isNight && <p className="font-semibold">{t.night}</p>}
      </div>
      <PriceFacts className="mt-2 text-small text-ink-soft" />
    </section>
  );
}
