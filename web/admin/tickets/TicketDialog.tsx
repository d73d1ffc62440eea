import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isLanguage } from '../../../shared/languages.ts';
import { LoadError } from '../../components/LoadError.tsx';
import type { OpenedTicket, Ticket } from '../../data/tickets/tickets.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Contact } from '../parts/Contact.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { NoteForm } from './NoteForm.tsx';
import { Timeline, type TimelineProps } from './Timeline.tsx';

interface TicketDialogProps<Kind extends string, Opened> {
  readonly id: string;
  /** Reads null for a ticket that is gone. */
  readonly read: (id: string, signal: AbortSignal) => Promise<Opened | null>;
  readonly words: { readonly kinds: Readonly<Record<Kind, string>>; readonly gone: string };
  /** Names the ticket until it is there. */
  readonly name: string;
  readonly onClose: () => void;
  readonly children: (opened: Opened) => ReactNode;
}

/** A wide dialog with one ticket: loading, failed, gone, or its content. */
export function TicketDialog<
  Kind extends string,
  Opened extends OpenedTicket<{ readonly kind: Kind; readonly number: string }>,
>({ id, read, words, name, onClose, children }: TicketDialogProps<Kind, Opened>) {
  const { loadFailed } = useNamespace('admin');
  const { common } = useMessages();
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'ticket', id],
    queryFn: ({ signal }) => read(id, signal),
  });
  const title = data ? `${words.kinds[data.row.kind]} ${data.row.number}` : name;
  return (
    <Dialog open width="wide" title={title} closeLabel={common.close} onClose={onClose}>
      {error && <LoadError title={loadFailed} error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Spinner label={common.loading} />}
      {data === null && <Notice tone="error">{words.gone}</Notice>}
      {data && children(data)}
    </Dialog>
  );
}

interface TicketContentProps<Event extends string> extends Pick<SectionProps, 'onDone'> {
  readonly ticket: OpenedTicket<Pick<Ticket, 'id' | 'language'> & { readonly body: string | null }>;
  readonly words: TimelineProps<Event>['words'] & { readonly noteHint: string };
  /** Whether the timeline names the people of the company. */
  readonly named?: boolean | undefined;
  readonly picture?: ReactNode;
  readonly reply: ReactNode;
  /** Facts and acts, beside the words. */
  readonly children: ReactNode;
}

/** The author's words, the timeline, the reply and the note; beside them what `children` are. */
export function TicketContent<Event extends string>(props: TicketContentProps<Event>) {
  const { ticket, words, named, picture, reply, onDone, children } = props;
  const { row, timeline } = ticket;
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <p lang={row.language} className="text-lead [overflow-wrap:anywhere] whitespace-pre-line">
          {row.body}
        </p>
        {picture}
        <Timeline words={words} named={named} language={row.language} entries={timeline} />
        {reply}
        <NoteForm id={row.id} hint={words.noteHint} onDone={onDone} />
      </div>
      <div className="flex flex-col gap-5">{children}</div>
    </div>
  );
}

/** The facts that every ticket has, each for `RecordFacts`. */
export function useTicketFacts(row: Pick<Ticket, 'due_on' | 'language' | 'email' | 'phone'>) {
  const t = useNamespace('tickets');
  const { plainDay } = useFormat();
  return {
    due: [t.due, plainDay(row.due_on)],
    language: [t.language, isLanguage(row.language) ? languageNames[row.language] : row.language],
    email: [t.email, row.email],
    phone: [t.phone, row.phone && <Contact key="phone" inFull contact={row.phone} />],
  } as const;
}
