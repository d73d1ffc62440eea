import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { maxCaseText } from '../../shared/cases.ts';
import { LoadError } from '../components/LoadError.tsx';
import { replyToCase } from '../data/tickets/publicTickets.ts';
import type { DataError } from '../data/errors.ts';
import { readCasePage, type CasePage } from '../data/tickets/ticketPages.ts';
import { TextArea } from '../forms/TextArea.tsx';
import { useAction } from '../forms/useAction.ts';
import { useRequestKeys } from '../forms/useRequestKeys.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Notice } from '../ui/Notice.tsx';
import { newUuid } from '../util/uuid.ts';
import { Conversation } from './Conversation.tsx';
import { CompanyLink } from './Links.tsx';
import { LoadFailure, Message, PageLoading } from './Message.tsx';
import { useSecretPage } from './useSecretPage.ts';

export interface TicketScreenProps {
  readonly secret: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<CasePage | null>;
}

/** The page of one case: its number, its state and the replies. A person with its address reads it. */
export default function TicketScreen({ secret, asked }: TicketScreenProps) {
  const { value, error, reload } = useSecretPage(secret, readCasePage, asked);
  const { ticket: t } = useNamespace('help');
  if (error && !value) return <LoadFailure failure={error} onRetry={reload} />;
  if (value === undefined) return <PageLoading />;
  if (value) return <Known ticket={value} secret={secret} failure={error} onReload={reload} />;
  return (
    <Message icon={<Link2Off size={48} />} title={t.unknownTitle} text={t.unknownText}>
      <CompanyLink />
    </Message>
  );
}

interface KnownProps {
  readonly ticket: CasePage;
  readonly secret: string;
  /** The error of the last reload. */
  readonly failure: DataError | undefined;
  readonly onReload: () => void;
}

const tones = {
  new: 'bg-accent-soft text-accent',
  answered: 'bg-success-soft text-success',
  closed: 'bg-surface-sunken text-ink-soft',
};

function Known({ ticket, secret, failure, onReload }: KnownProps) {
  const { ticket: t, kinds } = useNamespace('help');
  const { language } = useLanguage();
  const day = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-5 py-6">
      <div>
        <p className="text-ink-soft">{kinds[ticket.kind]}</p>
        <h1 className="headline text-display tabular-nums">{t.title(ticket.number)}</h1>
        <p className="mt-2">
          <span
            className={classes(
              'inline-block rounded-full px-3 py-0.5 text-small font-semibold',
              tones[ticket.state],
            )}
          >
            {t.states[ticket.state]}
          </span>
        </p>
        {ticket.state === 'new' && (
          <p className="mt-2 text-ink-soft">{t.until(day.format(new Date(ticket.due_on)))}</p>
        )}
      </div>
      <Conversation messages={ticket.messages} />
      {failure && <LoadError error={failure} onRetry={onReload} />}
      <Reply secret={secret} onSent={onReload} />
      <p className="text-small text-ink-soft">{t.keep}</p>
    </main>
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
