import { useState } from 'react';
import { maxCaseText } from '../../shared/cases.ts';
import { replyToCase } from '../data/tickets/publicTickets.ts';
import { readCasePage, type PublicCase } from '../data/tickets/ticketPages.ts';
import { TextArea } from '../forms/TextArea.tsx';
import { useAction } from '../forms/useAction.ts';
import { useRequestKeys } from '../forms/useRequestKeys.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { newUuid } from '../util/uuid.ts';
import { Conversation } from './Conversation.tsx';
import { TicketHead, TicketPage } from './TicketPage.tsx';

interface CaseScreenProps {
  readonly secret: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<PublicCase | null>;
}

const tones = { new: 'open', answered: 'good', closed: 'over' } as const;

/** The page of one case: its number, its state, what was written on both sides, and a form for a further message. */
export default function CaseScreen({ secret, asked }: CaseScreenProps) {
  const { ticket: t, kinds } = useNamespace('help');
  return (
    <TicketPage secret={secret} read={readCasePage} asked={asked} words={t}>
      {(page, failure, reload) => (
        <>
          <TicketHead
            page={page}
            words={t}
            kind={kinds[page.kind]}
            state={t.states[page.state]}
            tone={tones[page.state]}
          />
          {page.has_photo && <p className="text-ink-soft">{t.photoSent}</p>}
          <Conversation messages={page.messages} />
          <div className="empty:hidden">{failure}</div>
          <Reply secret={secret} onSent={reload} />
        </>
      )}
    </TicketPage>
  );
}

function Reply({ secret, onSent }: { readonly secret: string; readonly onSent: () => void }) {
  const { ticket: t } = useNamespace('help');
  const [body, setBody] = useState('');
  const { keyOf, forget } = useRequestKeys(newUuid);
  const { busy, errorText, run } = useAction(
    async () => {
      const written = body.trim();
      await replyToCase(secret, keyOf(written), written);
      forget();
      setBody('');
      onSent();
    },
    { over_case_rate_limit: t.tooMany },
  );
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '') run();
      }}
    >
      <TextArea label={t.write} value={body} rows={3} maxLength={maxCaseText} onChange={setBody} />
      {errorText && <Notice tone="error">{errorText}</Notice>}
      <Button type="submit" variant="secondary" busy={busy}>
        {t.send}
      </Button>
    </form>
  );
}
