import { Link2Off } from 'lucide-react';
import { useRef } from 'react';
import { LoadError } from '../../components/LoadError.tsx';
import type { DataError } from '../../data/errors.ts';
import { confirmRightsRequest } from '../../data/tickets/publicTickets.ts';
import { readRightsPage, type RightsPage } from '../../data/tickets/ticketPages.ts';
import { useAction } from '../../forms/useAction.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { localeOf } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Conversation } from '../Conversation.tsx';
import { CompanyLink } from '../Links.tsx';
import { LoadFailure, Message, PageLoading } from '../Message.tsx';
import { useSecretPage } from '../useSecretPage.ts';

interface RightsRequestScreenProps {
  readonly secret: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<RightsPage | null>;
}

/** The page of one request: deadline, outcome, replies, and the button that confirms the contact. */
export default function RightsRequestScreen({ secret, asked }: RightsRequestScreenProps) {
  const { value, error, reload } = useSecretPage(secret, readRightsPage, asked);
  const { page: t } = useNamespace('rightsPage');
  if (error && !value) return <LoadFailure failure={error} onRetry={reload} />;
  if (value === undefined) return <PageLoading />;
  if (value) return <KnownRequest request={value} secret={secret} failure={error} onReload={reload} />;
  return (
    <Message icon={<Link2Off size={48} />} title={t.unknownTitle} text={t.unknownText}>
      <CompanyLink />
    </Message>
  );
}

const tones = {
  open: 'bg-accent-soft text-accent',
  granted: 'bg-success-soft text-success',
  partly: 'bg-success-soft text-success',
  refused: 'bg-surface-sunken text-ink-soft',
  unconfirmed: 'bg-surface-sunken text-ink-soft',
};

interface KnownRequestProps {
  readonly request: RightsPage;
  readonly secret: string;
  /** The error of the last reload. */
  readonly failure: DataError | undefined;
  readonly onReload: () => void;
}

function KnownRequest({ request, secret, failure, onReload }: KnownRequestProps) {
  const { page: t, kinds } = useNamespace('rightsPage');
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  const state = request.outcome ?? 'open';
  // The reply that closed a request is under the link that went to the contact.
  const isElsewhere = !request.confirmed && state !== 'unconfirmed';
  const top = useRef<HTMLHeadingElement>(null);
  const confirmed = () => {
    // The pressed button goes.
    top.current?.focus();
    onReload();
  };
  return (
    <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-5 py-6">
      <div>
        <p className="text-ink-soft">{kinds[request.kind]}</p>
        <h1 ref={top} tabIndex={-1} className="headline text-display tabular-nums outline-none">
          {t.title(request.number)}
        </h1>
        <p className="mt-2">
          <span
            className={classes(
              'inline-block rounded-full px-3 py-0.5 text-small font-semibold',
              tones[state],
            )}
          >
            {t.states[state]}
          </span>
        </p>
        {state === 'open' && (
          <p className="mt-2 text-ink-soft">{t.until(format.format(new Date(request.due_on)))}</p>
        )}
        {request.extension_reason !== null && (
          <p className="mt-2 text-ink-soft">{t.extended(request.extension_reason)}</p>
        )}
      </div>
      {failure && <LoadError error={failure} onRetry={onReload} />}
      {request.may_confirm && <Confirmation secret={secret} onConfirmed={confirmed} />}
      {!request.may_confirm && (state === 'open' || isElsewhere) && (
        <Notice tone="info">{request.confirmed ? t.confirmed : t.unconfirmed}</Notice>
      )}
      <Conversation messages={request.messages} />
      {state !== 'open' && <p className="text-small text-ink-soft">{t.agency}</p>}
      <p className="text-small text-ink-soft">{t.keep}</p>
    </main>
  );
}

interface ConfirmationProps {
  readonly secret: string;
  readonly onConfirmed: () => void;
}

/** A press confirms: a mail scanner that opens the link confirms nothing. */
function Confirmation({ secret, onConfirmed }: ConfirmationProps) {
  const { page: t } = useNamespace('rightsPage');
  const { busy, errorText, run } = useAction(async () => {
    await confirmRightsRequest(secret);
    onConfirmed();
  });
  return (
    <section className="flex flex-col gap-3 rounded-card bg-surface-raised p-4 shadow-card">
      <p>{t.confirmText}</p>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      <Button busy={busy} onClick={() => run()}>
        {t.confirm}
      </Button>
    </section>
  );
}
