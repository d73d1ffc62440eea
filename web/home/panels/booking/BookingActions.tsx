import type { ReactNode } from 'react';
import { useCompany } from '../../../content/ContentProvider.tsx';
import { whatsappUrl } from '../../../content/links.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { WhatsappLink } from '../../../components/WhatsappLink.tsx';
import { CodeActions } from './CodeActions.tsx';
import { countUse } from '../../../usage/usage.ts';

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

/**
 * Books something by WhatsApp: a link, unless this device opens none, and a QR code for the passenger's own phone; nothing
 * without a number.
 */
export function BookingActions(props: BookingActionsProps) {
  const { name, message, facts, label, whole, quiet = false } = props;
  const { booking } = useNamespace('panels');
  const { home } = useMessages();
  const book = label ?? booking.button;
  const url = whatsappUrl(useCompany(), message);
  if (url === null) return null;
  return (
    <CodeActions
      url={url}
      name={name}
      label={book}
      title={booking.qr(name)}
      scan={facts ? home.whatsappScan : booking.scan}
      facts={facts}
      whole={whole}
      onShown={() => countUse('whatsappCode')}
      renderLink={(className) => (
        <WhatsappLink
          message={message}
          label={book}
          about={name}
          variant={quiet ? 'soft' : 'primary'}
          className={className}
        />
      )}
    />
  );
}
