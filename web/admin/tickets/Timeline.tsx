import type { TimelineEntry } from '../../data/tickets/tickets.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { useFormat } from '../parts/useFormat.ts';

const kindClasses: Readonly<Record<TimelineEntry['kind'], string>> = {
  reply: 'bg-accent-soft px-4 py-2.5',
  passenger: 'border border-line px-4 py-2.5',
  note: 'border border-dashed border-line-strong bg-surface px-4 py-2.5',
  event: 'text-ink-soft',
};

export interface TimelineProps<Event extends string> {
  readonly words: {
    readonly timeline: string;
    /** The titles of events, by their codes. */
    readonly events: Readonly<Record<Event, string>>;
    readonly entries: Partial<Readonly<Record<TimelineEntry['kind'], string>>>;
  };
  readonly entries: readonly TimelineEntry[];
  /** The language of replies and messages. */
  readonly language: string;
  /** Whether it names the person of the company who did something. */
  readonly named?: boolean | undefined;
}

/** Everything that happened to a case or a request, the oldest first. */
export function Timeline<Event extends string>({
  words,
  entries,
  language,
  named = false,
}: TimelineProps<Event>) {
  const { mails } = useNamespace('tickets');
  const format = useFormat();
  if (entries.length === 0) return null;
  return (
    <ol aria-label={words.timeline} className="flex flex-col gap-2.5">
      {entries.map(({ id, kind, body, spanish, mail, author, created_at: time }) => (
        <li key={id} className={classes('rounded-card', kindClasses[kind])}>
          <p className="text-small [overflow-wrap:anywhere] text-ink-soft">
            <span className="font-semibold">
              {kind === 'event' ? words.events[body as Event] : words.entries[kind]}
            </span>
            <span>
              {['', format.time(time), named && author, mail && mails[mail]]
                .filter((part) => part !== false && part !== null)
                .join(' · ')}
            </span>
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
