import type { MailState } from '../../data/tickets/cases.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../parts/useFormat.ts';

/** An entry of a timeline: a reply, the person's own message, a note, or an event. */
interface ShownEntry {
  readonly id: string;
  readonly kind: 'reply' | 'passenger' | 'note' | 'event';
  /** The code of an event, else the text. */
  readonly body: string;
  readonly spanish: string | null;
  readonly mail: MailState | null;
  readonly created_at: string;
  /** The person of the company who did it, where the timeline says so. */
  readonly author?: string | null;
}

const kindClasses: Readonly<Record<ShownEntry['kind'], string>> = {
  reply: 'bg-accent-soft',
  passenger: 'border border-line',
  note: 'border border-dashed border-line-strong bg-surface',
  event: 'px-0 py-0 text-ink-soft',
};

interface TimelineProps<Event extends string> {
  readonly words: {
    readonly timeline: string;
    /** The titles of events, by their codes. */
    readonly events: Readonly<Record<Event, string>>;
    readonly entries: Partial<Readonly<Record<ShownEntry['kind'], string>>>;
  };
  readonly entries: readonly ShownEntry[];
  /** The language of replies and messages. */
  readonly language: string;
}

/** Everything that happened to a case or a request, the oldest first. */
export function Timeline<Event extends string>({ words, entries, language }: TimelineProps<Event>) {
  const { mails } = useNamespace('cases');
  const { companyTime } = useFormat();
  if (entries.length === 0) return null;
  return (
    <ol aria-label={words.timeline} className="flex flex-col gap-2.5">
      {entries.map(({ id, kind, body, spanish, mail, author, created_at: time }) => (
        <li key={id} className={classes('rounded-card px-4 py-2.5', kindClasses[kind])}>
          <p className="text-small [overflow-wrap:anywhere] text-ink-soft">
            <span className="font-semibold">
              {kind === 'event' ? words.events[body as Event] : words.entries[kind]}
            </span>{' '}
            · {companyTime(time)}
            {author && ` · ${author}`}
            {mail !== null && ` · ${mails[mail]}`}
          </p>
          {kind !== 'event' && (
            <p
              lang={kind === 'note' ? undefined : language}
              className="[overflow-wrap:anywhere] whitespace-pre-line"
            >
              {body}
            </p>
          )}
          {spanish !== null && (
            <p
              lang="es"
              className="mt-1 text-small [overflow-wrap:anywhere] whitespace-pre-line text-ink-soft"
            >
              {spanish}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
