import { Phone } from 'lucide-react';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { chatUrl } from '../../content/links.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { linkVariants } from '../../ui/linkStyles.ts';
import { ChatLink, compactLinkClass } from './ChatLink.tsx';

interface CallLinksProps {
  readonly contact: string;
  /** Tells the links of several people apart. */
  readonly name: string;
}

/** Calls a number and opens its WhatsApp chat; another contact stands as it was written. */
export function CallLinks({ contact, name }: CallLinksProps) {
  const { call } = useNamespace('admin');
  const e164 = phoneOf(contact);
  if (!e164) return <span>{contact}</span>;
  return (
    <span className="flex flex-wrap gap-2">
      <a href={`tel:${e164}`} className={classes(compactLinkClass, linkVariants.secondary)}>
        <Phone size={22} className="shrink-0" aria-hidden="true" />
        {call(displayPhone(e164))}
      </a>
      <ChatLink isCompact about={` ${name}`} href={chatUrl(e164.slice(1))}>
        WhatsApp
      </ChatLink>
    </span>
  );
}
