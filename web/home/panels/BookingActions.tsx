import { QrCode as QrIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { whatsappUrl } from '../../data/environment.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { linkLook, linkLooks } from '../../ui/linkLook.ts';
import { ScanCard } from '../../ui/ScanCard.tsx';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';

export interface BookingActionsProps {
  /** The name of the route or tour on the screen. */
  readonly name: string;
  /** The first message of the chat. */
  readonly message: string;
  /** Less prominent, for one of several on the screen. */
  readonly quiet?: boolean;
}

/** Two controls have to fit side by side on a phone. */
const narrow = 'px-4 text-small sm:text-body';

/** Books something by WhatsApp: a link on this device and a QR code for the passenger's own phone. */
export function BookingActions({ name, message, quiet = false }: BookingActionsProps) {
  const { booking } = useNamespace('panels');
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
