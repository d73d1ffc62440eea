import { useState, type ReactNode } from 'react';
import { maxCaseText } from '../../../shared/cases.ts';
import type { RightsOutcome } from '../../../shared/rights.ts';
import { chatUrl } from '../../content/links.ts';
import { getEnvironment } from '../../data/environment.ts';
import { sendTicketReply, type Ticket } from '../../data/tickets/tickets.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useOnDone } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';
import { ChatLink } from '../parts/ChatLink.tsx';
import { DraftLine } from '../parts/DraftLine.tsx';
import { ReplyFields } from './ReplyFields.tsx';
import type { ReplyTexts } from './useReplyTexts.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

interface ReplyFormProps {
  readonly ticket: Pick<Ticket, 'id' | 'email' | 'phone'>;
  readonly texts: ReplyTexts;
  /** Chooses a template. */
  readonly choice: ReactNode;
  /** Says where the reply appears. */
  readonly hint: string;
  /** The ticket is closed: the form hides until somebody wants to reply again. */
  readonly isClosed: boolean;
  /** Closes a request about personal data. */
  readonly outcome?: RightsOutcome | null;
  /** Says that it was sent. */
  readonly sent: string;
}

/** Replies to the author of a ticket: always on its page, by mail where mail is sent, and by WhatsApp. */
export function ReplyForm(props: ReplyFormProps) {
  const { ticket, texts, choice, hint, isClosed, outcome = null } = props;
  const say = useOnDone();
  const t = useNamespace('tickets');
  const { language, reply, spanish } = texts;
  const { id, email, phone } = ticket;
  const canMail = email !== null && getEnvironment().mail !== 'stored';
  /** The chat with the reply that was just sent. */
  const [chat, setChat] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const form = useChangeForm({
    // The texts stand outside: templates fill them.
    initial: { reply: '', byMail: canMail },
    check: () => (reply.trim() === '' ? { reply: 'required' } : {}),
    save: ({ byMail }) => {
      const translation = language === 'es' ? null : spanish || null;
      const sent = { text: reply, spanish: translation, byMail: canMail && byMail, outcome };
      return sendTicketReply(texts.keyOf(sent), id, sent);
    },
    onSaved: () => {
      if (phone) setChat(chatUrl(phone.replace('+', ''), reply));
      texts.clear();
      setAsked(false);
      say(props.sent);
    },
  });
  const chatLink = chat !== null && <ChatLink href={chat}>{t.alsoWhatsapp}</ChatLink>;
  if (isClosed && !isAsked && !reply)
    return (
      <div className="flex flex-wrap gap-3">
        <SmallButton onClick={() => setAsked(true)}>{t.again}</SmallButton>
        {chatLink}
      </div>
    );
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.onSubmit}>
      <DraftLine draft={texts.draft} />
      {choice}
      <ReplyFields
        texts={texts}
        words={t}
        maxLength={maxCaseText}
        error={reply.trim() === '' ? form.fieldError('reply') : undefined}
      />
      {canMail && <Checkbox label={t.byMail(email)} {...form.checkbox('byMail')} />}
      <p className="text-small text-ink-soft">{hint}</p>
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      {/* On a phone above the bar of places, however long the reply is. */}
      <div className="flex flex-wrap gap-3 max-lg:sticky max-lg:bottom-14 max-lg:bg-surface-raised max-lg:py-2">
        <Button size="compact" type="submit" busy={form.busy}>
          {t.send}
        </Button>
        {chatLink}
      </div>
    </form>
  );
}
