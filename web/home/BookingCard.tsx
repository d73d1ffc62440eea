import { MessageCircle } from 'lucide-react';
import { whatsappUrl } from '../data/environment.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { QrCode } from '../ui/QrCode.tsx';

/** Booking by WhatsApp: a QR code for the passenger's own phone, and a link on this device. Dark in both themes. */
export function BookingCard({ driverCode }: { readonly driverCode: string }) {
  const { home } = useMessages();
  const url = whatsappUrl(home.bookingMessage(driverCode));
  return (
    <section
      aria-labelledby="booking-title"
      className="grid grid-cols-[auto_1fr] items-center gap-x-[14px] gap-y-4 sea rounded-card p-[15px] shadow-card sm:gap-x-6 sm:p-6 lg:flex lg:flex-col lg:items-stretch lg:gap-4"
    >
      <div className="order-1 min-w-0 lg:order-none">
        <h2
          id="booking-title"
          className="headline text-[min(1.375rem,23px)] leading-tight sm:text-title lg:text-[1.5rem]"
        >
          {home.whatsappTitle}
        </h2>
        <p className="mt-1 text-small text-mist sm:text-body lg:text-small">{home.whatsappScan}</p>
      </div>
      <div className="relative size-[136px] sm:row-span-2 sm:size-56 lg:size-auto lg:min-h-36 lg:flex-1">
        <QrCode
          value={url}
          title={home.whatsappQr}
          className="absolute inset-0 m-auto aspect-square h-full lg:max-h-60 xl:max-h-72"
        />
      </div>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="order-2 col-span-2 inline-flex min-h-14 items-center justify-center gap-3 rounded-control bg-copper-light px-5 py-3 text-center font-semibold text-night transition-colors hover:bg-sand sm:col-span-1 lg:order-none"
      >
        <MessageCircle size={24} className="shrink-0" aria-hidden="true" />
        {home.whatsappOpen}
        <span className="sr-only">({home.opensNewTab})</span>
      </a>
    </section>
  );
}
