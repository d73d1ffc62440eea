import { QrCode as QrIcon } from 'lucide-react';
import { useId, useState } from 'react';
import { useContent } from '../../content/ContentProvider.tsx';
import { whatsappUrl } from '../../content/links.ts';
import { useLinks } from '../../device/links.ts';
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

/** The code below its controls; on a tablet over the card, but for the control that hides it again. */
const cover = 'mt-3 tablet:absolute tablet:inset-x-0 tablet:bottom-0 tablet:mt-0 tablet:h-[min(100%,20rem)]';

/**
 * Books something by WhatsApp: a link, unless this device opens none, and a QR code for the passenger's own phone; nothing
 * without a number.
 */
export function BookingActions({ name, message, quiet = false }: BookingActionsProps) {
  const { booking } = useNamespace('panels');
  const [shown, setShown] = useState(false);
  const codes = useLinks() === 'codes';
  const id = useId();
  const url = whatsappUrl(useContent().company, message);
  if (url === null) return null;
  return (
    <div>
      <div className="flex gap-2">
        {!codes && (
          <WhatsappLink
            message={message}
            label={booking.button}
            about={name}
            look={quiet ? 'soft' : 'primary'}
            className={classes('min-w-0 flex-1', narrow, shown && 'tablet:invisible')}
          />
        )}
        <button
          type="button"
          aria-expanded={shown}
          aria-controls={id}
          aria-label={`${shown ? booking.hideQr : codes ? booking.button : booking.showQr}: ${name}`}
          onClick={() => setShown(!shown)}
          className={classes(
            linkLook,
            linkLooks.secondary,
            narrow,
            codes ? 'min-w-0 flex-1' : 'shrink-0',
            'relative z-1 aria-expanded:border-accent aria-expanded:bg-accent-soft aria-expanded:text-accent',
          )}
        >
          <QrIcon size={24} aria-hidden="true" />
          {codes ? booking.button : 'QR'}
        </button>
      </div>
      <div id={id} className={shown ? cover : 'hidden'}>
        {shown && (
          <ScanCard value={url} title={booking.qr(name)} look="cover">
            {booking.scan}
          </ScanCard>
        )}
      </div>
    </div>
  );
}
