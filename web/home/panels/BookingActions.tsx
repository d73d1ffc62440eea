import { QrCode as QrIcon, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useContent } from '../../content/ContentProvider.tsx';
import { whatsappUrl } from '../../content/links.ts';
import { useLinks } from '../../device/links.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkLook.ts';
import { ScanCard } from '../../ui/ScanCard.tsx';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';

export interface BookingActionsProps {
  /** The name of the route or tour on the screen. */
  readonly name: string;
  /** The first message of the chat. */
  readonly message: string;
  /** The facts to decide by, such as the price, where on a tablet the code hides them. */
  readonly facts?: ReactNode;
  /** On the controls. Default: that one can book. */
  readonly label?: string;
  /** On a tablet the code takes the place of the whole panel, not of its card's lower part. */
  readonly whole?: boolean;
  /** Less prominent, for one of several on the screen. */
  readonly quiet?: boolean;
}

/** Two controls have to fit side by side on a phone. */
const narrow = 'px-4 text-small sm:text-body tablet:px-3';

/** The code below its controls; on a tablet over the card, but for the control that hides it again. */
const covers = {
  lower: 'mt-3 tablet:absolute tablet:inset-x-0 tablet:bottom-0 tablet:mt-0 tablet:h-[min(100%,20rem)]',
  whole: 'mt-3 tablet:absolute tablet:inset-0 tablet:mt-0 tablet:flex',
};

/**
 * Books something by WhatsApp: a link, unless this device opens none, and a QR code for the passenger's own phone; nothing
 * without a number.
 */
export function BookingActions(props: BookingActionsProps) {
  const { name, message, facts, label, whole = false, quiet = false } = props;
  const { booking } = useNamespace('panels');
  const { home } = useMessages();
  const book = label ?? booking.button;
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
            label={book}
            about={name}
            variant={quiet ? 'soft' : 'primary'}
            className={classes('min-w-0 flex-1', narrow, shown && 'tablet:invisible')}
          />
        )}
        <button
          type="button"
          aria-expanded={shown}
          aria-controls={id}
          aria-label={`${shown ? booking.hideQr : codes ? book : booking.showQr}: ${name}`}
          onClick={() => setShown(!shown)}
          className={classes(
            linkClass,
            linkVariants.secondary,
            narrow,
            codes ? 'min-w-0 flex-1' : 'shrink-0',
            'relative z-1 aria-expanded:border-accent aria-expanded:bg-accent-soft aria-expanded:text-accent',
          )}
        >
          {shown ? <X size={24} aria-hidden="true" /> : <QrIcon size={24} aria-hidden="true" />}
          {shown ? booking.hide : codes ? book : 'QR'}
        </button>
      </div>
      <div id={id} className={shown ? covers[whole ? 'whole' : 'lower'] : 'hidden'}>
        {shown && (
          <ScanCard
            value={url}
            title={booking.qr(name)}
            variant={whole ? 'large' : 'cover'}
            {...(facts && { heading: name, facts })}
          >
            {facts ? home.whatsappScan : booking.scan}
          </ScanCard>
        )}
      </div>
    </div>
  );
}
