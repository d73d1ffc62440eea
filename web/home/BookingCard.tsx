import { MessageCircle } from 'lucide-react';
import { useLinks } from '../device/links.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { QrCode } from '../ui/QrCode.tsx';

export interface BookingCardProps {
  readonly url: string;
  /** Opens the panel with both ways to book. */
  readonly onOpen: () => void;
}

/** Booking by WhatsApp: a QR code for the passenger's own phone, and a link unless this device opens none. Dark in both themes. */
export function BookingCard({ url, onOpen }: BookingCardProps) {
  const { home } = useMessages();
  return (
    <section aria-labelledby="booking-title" className="booking">
      <div className="order-1 min-w-0 lg:order-none">
        <h2 id="booking-title" className="booking-title">
          {home.whatsappTitle}
        </h2>
        <p className="booking-text">{home.whatsappScan}</p>
      </div>
      <button type="button" aria-haspopup="dialog" onClick={onOpen} className="booking-code">
        <QrCode
          value={url}
          title={home.whatsappQr}
          className="absolute inset-0 m-auto aspect-square h-full lg:max-h-60 xl:max-h-72 tablet:xl:max-h-60"
        />
      </button>
      {useLinks() === 'open' && (
        <a href={url} target="_blank" rel="noopener noreferrer" className="booking-link">
          <MessageCircle size={24} className="shrink-0" aria-hidden="true" />
          {home.whatsappOpen}
          <span className="sr-only">({home.opensNewTab})</span>
        </a>
      )}
    </section>
  );
}
