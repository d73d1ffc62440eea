import { useRef } from 'react';
import { confirmRightsRequest } from '../../data/tickets/publicTickets.ts';
import { readRightsPage, type RightsPage } from '../../data/tickets/ticketPages.ts';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Conversation } from '../Conversation.tsx';
import { TicketHead, TicketPage } from '../TicketPage.tsx';

interface RightsRequestScreenProps {
  readonly secret: string;
  /** The load that began before the page rendered. */
  readonly asked: Promise<RightsPage | null>;
}

const tones = {
  open: 'open',
  granted: 'good',
  partly: 'good',
  refused: 'over',
  unconfirmed: 'over',
} as const;

/** The page of one request: deadline, outcome, replies, and the button that confirms the contact. */
export default function RightsRequestScreen({ secret, asked }: RightsRequestScreenProps) {
  const { page: t, kinds } = useNamespace('rightsPage');
  const top = useRef<HTMLHeadingElement>(null);
  return (
    <TicketPage secret={secret} read={readRightsPage} asked={asked} words={t}>
      {(request, failure, reload) => {
        const state = request.outcome ?? 'open';
        // The reply that closed a request is under the link that went to the contact.
        const isElsewhere = !request.confirmed && state !== 'unconfirmed';
        const confirmed = () => {
          // The pressed button goes.
          top.current?.focus();
          reload();
        };
        return (
          <>
            <TicketHead
              page={request}
              words={t}
              kind={kinds[request.kind]}
              state={t.states[state]}
              tone={tones[state]}
              heading={top}
            >
              {request.extension_reason !== null && (
                <p className="mt-2 text-ink-soft">{t.extended(request.extension_reason)}</p>
              )}
            </TicketHead>
            <div className="empty:hidden">{failure}</div>
            {request.may_confirm && <Confirmation secret={secret} onConfirmed={confirmed} />}
            {!request.may_confirm && (state === 'open' || isElsewhere) && (
              <Notice tone="info">{request.confirmed ? t.confirmed : t.unconfirmed}</Notice>
            )}
            <Conversation messages={request.messages} />
            {state !== 'open' && <p className="text-small text-ink-soft">{t.agency}</p>}
          </>
        );
      }}
    </TicketPage>
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
