import { MessageCircle, QrCode as QrIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { whatsappUrl } from '../data/environment.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { classes } from '../ui/classes.ts';
import { QrCode } from '../ui/QrCode.tsx';

export interface BookingActionsProps {
  /** What is booked, as it is called on the screen. */
  readonly name: string;
  /** The first message of the chat. */
  readonly message: string;
  /** One of several on the screen. */
  readonly quiet?: boolean;
}

/** The way from something on the screen to the company: WhatsApp here, or a code for the passenger's own phone. */
export function BookingActions({ name, message, quiet = false }: BookingActionsProps) {
  const { home } = useWords();
  const { booking } = useArea('panels');
  const [shown, setShown] = useState(false);
  const id = useId();
  const url = whatsappUrl(message);
  return (
    <div>
      <div className="flex gap-2.5">
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={classes(
            'inline-flex min-h-14 min-w-0 flex-1 items-center justify-center gap-2.5 rounded-control px-4 py-2 text-center leading-snug font-semibold transition-colors',
            quiet
              ? 'bg-accent-soft text-accent hover:bg-accent hover:text-accent-ink'
              : 'bg-accent text-accent-ink hover:bg-accent-strong',
          )}
        >
          <MessageCircle size={24} className="shrink-0" aria-hidden="true" />
          {booking.button}
          <span className="sr-only">
            {name} ({home.opensNewTab})
          </span>
        </a>
        <button
          type="button"
          aria-expanded={shown}
          aria-controls={id}
          aria-label={`${shown ? booking.hideQr : booking.showQr}: ${name}`}
          onClick={() => setShown(!shown)}
          className="inline-flex min-h-14 shrink-0 items-center justify-center gap-2.5 rounded-control border-2 border-line-strong px-4 font-semibold transition-colors hover:border-accent hover:text-accent aria-expanded:border-accent aria-expanded:bg-accent-soft aria-expanded:text-accent"
        >
          <QrIcon size={26} aria-hidden="true" />
          QR
        </button>
      </div>
      <div id={id} className={shown ? 'mt-3' : 'hidden'}>
        {shown && (
          <div className="flex flex-wrap items-center justify-center gap-4 rounded-control bg-surface-sunken p-4 sm:flex-nowrap sm:justify-start">
            <QrCode value={url} title={booking.qr(name)} className="size-48 shrink-0" />
            <p className="min-w-0">{booking.scan}</p>
          </div>
        )}
      </div>
    </div>
  );
}
