import { QrCode as QrIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { whatsappUrl } from '../../data/environment.ts';
import { useArea } from '../../i18n/areas.ts';
import { classes } from '../../ui/classes.ts';
import { linkLook, linkLooks } from '../../ui/linkLook.ts';
import { ScanCard } from '../../ui/ScanCard.tsx';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';

export interface BookingActionsProps {
  /** What is booked, as it is called on the screen. */
  readonly name: string;
  /** The first message of the chat. */
  readonly message: string;
  /** One of several on the screen. */
  readonly quiet?: boolean;
}

/** Two controls share a phone's width. */
const narrow = 'px-4 text-small sm:text-body';

/** The way from something on the screen to the company: WhatsApp here, or a code for the passenger's own phone. */
export function BookingActions({ name, message, quiet = false }: BookingActionsProps) {
  const { booking } = useArea('panels');
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <div>
      <div className="flex gap-2">
        <WhatsappLink
          message={message}
          label={booking.button}
          about={name}
          look={quiet ? 'soft' : 'primary'}
          className={`min-w-0 flex-1 ${narrow}`}
        />
        <button
          type="button"
          aria-expanded={shown}
          aria-controls={id}
          aria-label={`${shown ? booking.hideQr : booking.showQr}: ${name}`}
          onClick={() => setShown(!shown)}
          className={classes(
            linkLook,
            linkLooks.secondary,
            narrow,
            'shrink-0 aria-expanded:border-accent aria-expanded:bg-accent-soft aria-expanded:text-accent',
          )}
        >
          <QrIcon size={24} aria-hidden="true" />
          QR
        </button>
      </div>
      <div id={id} className={shown ? 'mt-3' : 'hidden'}>
        {shown && (
          <ScanCard value={whatsappUrl(message)} title={booking.qr(name)}>
            {booking.scan}
          </ScanCard>
        )}
      </div>
    </div>
  );
}
