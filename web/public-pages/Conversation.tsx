import type { TicketMessage } from '../data/tickets/ticketPages.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { classes } from '../ui/classes.ts';

/** The messages of the company and of the person, the oldest first. */
export function Conversation({ messages }: { readonly messages: readonly TicketMessage[] }) {
  const { ticket: t } = useNamespace('help');
  if (messages.length === 0) return null;
  return (
    <ol aria-label={t.messages} className="flex flex-col gap-3">
      {messages.map((message) => (
        <MessageItem key={message.id} message={message} />
      ))}
    </ol>
  );
}

function MessageItem({ message }: { readonly message: TicketMessage }) {
  const { ticket: t } = useNamespace('help');
  const { language } = useLanguage();
  const time = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <li
      className={classes(
        'rounded-card p-4',
        message.from_company ? 'mr-6 bg-surface-raised shadow-card' : 'ml-6 bg-accent-soft',
      )}
    >
      <p className="text-small font-semibold">
        {message.from_company ? t.company : t.you}{' '}
        <time dateTime={message.created_at} className="font-normal text-ink-soft">
          {time.format(new Date(message.created_at))}
        </time>
      </p>
      <p className="mt-1 [overflow-wrap:anywhere] whitespace-pre-line">{message.body}</p>
    </li>
  );
}
