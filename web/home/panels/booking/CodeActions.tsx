import { QrCode as QrIcon, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { useLinks } from '../../../device/links.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { linkClass, linkVariants } from '../../../ui/linkStyles.ts';
import { ScanCard } from '../../../ui/ScanCard.tsx';

export interface CodeActionsProps {
  readonly url: string;
  /** The name of the route or tour on the screen. */
  readonly name: string;
  /** On the controls. */
  readonly label: string;
  /** Says what scanning opens, for screen readers. */
  readonly title: string;
  /** Beside the code. */
  readonly scan: string;
  /** The facts to decide by, where on a tablet the code hides them. */
  readonly facts?: ReactNode;
  /** On a tablet the code takes the place of the whole panel, not of its card's lower part. */
  readonly whole?: boolean | undefined;
  readonly onShown?: () => void;
  /** Without it there is only the code. */
  readonly renderLink?: (className: string) => ReactNode;
}

/** Two controls have to fit side by side on a phone. Without a breakpoint the padding of `linkClass` would win. */
const narrow = 'text-small max-sm:gap-2 max-sm:px-3 sm:text-body tablet:px-3';

/** The code below its controls; on a tablet over the card, but for the control that hides it again. */
const covers = {
  lower: 'mt-3 tablet:absolute tablet:inset-x-0 tablet:bottom-0 tablet:mt-0 tablet:h-[min(100%,20rem)]',
  whole: 'mt-3 tablet:absolute tablet:inset-0 tablet:mt-0 tablet:flex',
};

/** A link, unless this device opens none, and its QR code for the passenger's own phone. */
export function CodeActions(props: CodeActionsProps) {
  const { url, name, label, title, scan, facts, whole = false, onShown, renderLink } = props;
  const { booking } = useNamespace('panels');
  const [shown, setShown] = useState(false);
  const isLinked = useLinks() === 'open' && renderLink !== undefined;
  const id = useId();
  return (
    <div>
      <div className="flex gap-2 low:flex-wrap">
        {isLinked && renderLink(classes('min-w-0 flex-1 low:min-w-min', narrow, shown && 'tablet:invisible'))}
        <button
          type="button"
          aria-expanded={shown}
          aria-controls={id}
          aria-label={`${shown ? booking.hideQr : isLinked ? booking.showQr : label}: ${name}`}
          onClick={() => {
            if (!shown) onShown?.();
            setShown(!shown);
          }}
          className={classes(
            linkClass,
            linkVariants.secondary,
            narrow,
            isLinked ? 'shrink-0' : 'min-w-0 flex-1',
            'relative aria-expanded:z-1 aria-expanded:border-accent aria-expanded:bg-accent-soft aria-expanded:text-accent',
          )}
        >
          {shown ? <X size={24} aria-hidden="true" /> : <QrIcon size={24} aria-hidden="true" />}
          <span>{shown ? booking.hide : isLinked ? 'QR' : label}</span>
        </button>
      </div>
      <div id={id} className={shown ? covers[whole ? 'whole' : 'lower'] : 'hidden'}>
        {shown && (
          <ScanCard
            value={url}
            title={title}
            variant={whole ? 'large' : 'cover'}
            {...(facts && { heading: name, facts })}
          >
            {scan}
          </ScanCard>
        )}
      </div>
    </div>
  );
}
