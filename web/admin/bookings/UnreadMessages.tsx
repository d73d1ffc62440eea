import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { useFormat } from '../parts/useFormat.ts';
import type { UnreadMessage } from './bookingStore.ts';

interface UnreadMessagesProps {
  readonly messages: readonly UnreadMessage[];
  readonly onTypeIn: (message: UnreadMessage) => void;
  readonly onDiscard: (id: string) => void;
}

/** The messages that could not be read, folded up, each with its text: somebody types them in or discards them. */
export function UnreadMessages({ messages, onTypeIn, onDiscard }: UnreadMessagesProps) {
  const t = useNamespace('bookings');
  const { count } = useFormat();
  if (messages.length === 0) return null;
  return (
    <details className="rounded-card border border-line-strong bg-surface-raised px-4">
      <summary className="cursor-pointer py-2.5 font-semibold">
        {t.unreadTitle(messages.length, count(messages.length))}
      </summary>
      <p className="text-small text-ink-soft">{t.unreadHint}</p>
      <ul className="divide-y divide-line">
        {messages.map((message) => (
          <li key={message.id} className="flex flex-wrap items-center gap-3 py-3">
            <p className="line-clamp-4 min-w-0 flex-1 basis-64 text-small [overflow-wrap:anywhere] whitespace-pre-line">
              {message.text}
            </p>
            <Button size="compact" variant="secondary" onClick={() => onTypeIn(message)}>
              {t.typeIn}
            </Button>
            <Button size="compact" variant="quiet" onClick={() => onDiscard(message.id)}>
              {t.discard}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
