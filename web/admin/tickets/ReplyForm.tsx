import { MessageCircle } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { maxCaseText } from '../../../shared/cases.ts';
import { chatUrl } from '../../content/links.ts';
import { getEnvironment } from '../../data/environment.ts';
import type { TicketReply } from '../../data/tickets/tickets.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkStyles.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { ReplyFields } from './ReplyFields.tsx';
import type { ReplyTexts } from './useReplyTexts.ts';

interface ReplyFormProps {
  readonly texts: ReplyTexts;
  readonly contact: { readonly email: string | null; readonly phone: string | null };
  /** Chooses a template. */
  readonly choice: ReactNode;
  /** Says where the reply appears. */
  readonly hint: string;
  readonly send: (reply: Omit<TicketReply, 'outcome'>) => Promise<void>;
  readonly onSent: () => void;
}

/** Replies to a person: always on the page of the case or request, by mail where mail is sent, and by WhatsApp. */
export function ReplyForm({ texts, contact, choice, hint, send, onSent }: ReplyFormProps) {
  const t = useNamespace('cases');
  const { languageName } = useFormat();
  const { language, reply, spanish } = texts;
  const { email, phone } = contact;
  const canMail = email !== null && getEnvironment().mail !== 'stored';
  const [byMail, setByMail] = useState(canMail);
  /** The chat with the reply that was just sent. */
  const [chat, setChat] = useState<string | null>(null);
  const sending = useChange(
    () =>
      send({
        text: reply,
        spanish: language === 'es' ? null : spanish || null,
        byMail: canMail && byMail,
      }),
    () => {
      if (phone) setChat(chatUrl(phone.replace('+', ''), reply));
      texts.clear();
      onSent();
    },
  );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reply.trim() !== '') sending.run();
      }}
    >
      {choice}
      <ReplyFields
        texts={texts}
        label={t.replyIn(languageName(language))}
        spanishLabel={t.inSpanish}
        maxLength={maxCaseText}
      />
      {canMail && <Checkbox label={t.byMail(email)} checked={byMail} onChange={setByMail} />}
      <p className="text-small text-ink-soft">{hint}</p>
      {sending.errorText && <Notice tone="error">{sending.errorText}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button size="compact" type="submit" busy={sending.busy}>
          {t.send}
        </Button>
        {chat !== null && <ChatLink href={chat} label={t.alsoWhatsapp} />}
      </div>
    </form>
  );
}

/** Opens a chat with a text that is ready to be sent. */
export function ChatLink({ href, label }: { readonly href: string; readonly label: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={classes(linkClass, linkVariants.secondary)}
    >
      <MessageCircle size={22} className="shrink-0" aria-hidden="true" />
      {label}
    </a>
  );
}
