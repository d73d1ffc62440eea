import { Mail, QrCode as QrIcon } from 'lucide-react';
import { useState } from 'react';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { useCompany } from '../../content/ContentProvider.tsx';
import { chatUrl } from '../../content/links.ts';
import type { MadeInvitation } from '../../data/drivers/invitations.ts';
import { inviteUrl } from '../../data/publicAddress.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import QrCode from '../../ui/QrPath.tsx';
import { ChatLink } from '../parts/ChatLink.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

/** The link of an invitation, and the ways to send it. The texts are Spanish: the driver works in Chile. */
function useMessage({ name, contact, token }: MadeInvitation) {
  const { link, mailSubject } = useSpanishNamespace('newDrivers');
  const { name: company } = useCompany();
  const address = inviteUrl(token);
  const text = link.message(name.split(' ')[0] ?? name, company, address);
  const digits = phoneOf(contact ?? '')?.slice(1);
  const mail = { subject: mailSubject(company), body: text };
  const query = Object.entries(mail).map(([field, value]) => `${field}=${encodeURIComponent(value)}`);
  return {
    address,
    /** Undefined for a telephone that WhatsApp would not understand. */
    chat: digits && chatUrl(digits, text),
    mail: `mailto:?${query.join('&')}`,
  };
}

export interface InvitationDialogProps {
  /** At least one. */
  readonly invitations: readonly MadeInvitation[];
  readonly onClose: () => void;
}

/** The links that were just made, to be sent. */
export default function InvitationDialog({ invitations, onClose }: InvitationDialogProps) {
  const t = useNamespace('newDrivers');
  const { common } = useMessages();
  const format = useFormat();
  const [first, ...others] = invitations;
  if (!first) return null;
  const title = others.length === 0 ? t.link.title(first.name) : t.links.title;
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={common.close} width="narrow">
      {others.length === 0 ? (
        <OneLink invitation={first} />
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-soft">{t.links.text(format.day(first.expires_at))}</p>
          <ul className="divide-y divide-line">
            {invitations.map((invitation) => (
              <LinkRow key={invitation.driver_id} invitation={invitation} />
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
}

function OneLink({ invitation }: { readonly invitation: MadeInvitation }) {
  const { link: t } = useNamespace('newDrivers');
  const format = useFormat();
  const { address, chat, mail } = useMessage(invitation);
  const [showsCode, setShowsCode] = useState(false);
  return (
    <div className="flex flex-col gap-4">
      <p className="text-ink-soft">{t.once(format.day(invitation.expires_at))}</p>
      {chat ? (
        <ChatLink href={chat} variant="primary">
          {t.whatsapp}
        </ChatLink>
      ) : (
        <Notice tone="info">{t.noWhatsapp}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <CopyButton text={address} words={t} otherwise={address} />
        <SmallButton icon={QrIcon} aria-expanded={showsCode} onClick={() => setShowsCode(!showsCode)}>
          {t.showQr}
        </SmallButton>
        <a
          href={mail}
          className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 font-semibold text-accent underline-offset-4 hover:underline"
        >
          <Mail size={20} className="shrink-0" aria-hidden="true" />
          {t.mail}
        </a>
      </div>
      {showsCode && (
        <div className="flex justify-center sea rounded-card p-4">
          <QrCode value={address} title={t.qr} className="size-60 shrink-0" />
        </div>
      )}
      <p className="text-small text-ink-soft">{t.mailHint}</p>
    </div>
  );
}

function LinkRow({ invitation }: { readonly invitation: MadeInvitation }) {
  const { link, links: t } = useNamespace('newDrivers');
  const { name } = invitation;
  const { address, chat } = useMessage(invitation);
  const [isOpened, setIsOpened] = useState(false);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
      <span className="min-w-0 flex-1 basis-full font-semibold [overflow-wrap:anywhere]">{name}</span>
      {chat && (
        <ChatLink
          href={chat}
          variant={isOpened ? 'secondary' : 'soft'}
          about={name}
          onPress={() => setIsOpened(true)}
        >
          {isOpened ? t.opened : link.whatsapp}
        </ChatLink>
      )}
      <CopyButton text={address} words={link} label={t.copyOf(name)} otherwise={address} />
    </li>
  );
}
