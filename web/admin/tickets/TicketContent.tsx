import type { ReactNode } from 'react';
import { isLanguage } from '../../../shared/languages.ts';
import { maxCaseText } from '../../../shared/cases.ts';
import { mailUrl } from '../../content/mailUrl.ts';
import { type OpenedTicket, type Ticket, noteTicket } from '../../data/tickets/tickets.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { CallLinks } from '../parts/CallLinks.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { useOnDone } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { Timeline, type TimelineProps } from './Timeline.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { DraftLine } from '../parts/DraftLine.tsx';
import { useChangeForm } from '../parts/useChange.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

interface TicketContentProps<Event extends string> {
  readonly ticket: OpenedTicket<Pick<Ticket, 'id' | 'language'> & { readonly body: string | null }>;
  readonly words: TimelineProps<Event>['words'] & { readonly noteHint: string };
  /** Whether the timeline names the people of the company. */
  readonly named?: boolean | undefined;
  readonly picture?: ReactNode;
  /** The ways to reach the author, below the words. */
  readonly contact: ReactNode;
  readonly reply: ReactNode;
  /** Facts and acts, beside the words; where there is no room, below the reply, which a thumb reaches at once. */
  readonly children: ReactNode;
}

/** The author's words, the timeline, the reply and the note; beside them what `children` are. */
export function TicketContent<Event extends string>(props: TicketContentProps<Event>) {
  const { ticket, words, named, picture, contact, reply, children } = props;
  const { row, timeline } = ticket;
  return (
    <div className="@container">
      <div className="grid gap-x-6 gap-y-5 @2xl:grid-cols-[minmax(0,1fr)_18rem] @2xl:grid-rows-[auto_auto_1fr]">
        <div className="flex min-w-0 flex-col items-start gap-3">
          <p lang={row.language} className="text-lead [overflow-wrap:anywhere] whitespace-pre-line">
            {row.body}
          </p>
          <CopyWords row={row} />
          {picture}
          {contact}
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Timeline words={words} named={named} language={row.language} entries={timeline} />
          {reply}
        </div>
        <div className="flex min-w-0 flex-col gap-5 @2xl:col-start-2 @2xl:row-span-3 @2xl:row-start-1">
          {children}
        </div>
        <NoteForm id={row.id} hint={words.noteHint} />
      </div>
    </div>
  );
}

/** Copies words in a foreign language, for a translator. */
function CopyWords({ row }: Pick<TicketContentProps<never>['ticket'], 'row'>) {
  const t = useNamespace('tickets');
  const { copyFailed } = useNamespace('admin');
  const { language } = useLanguage();
  if (!row.body || row.language === language) return null;
  return (
    <div className="flex flex-wrap gap-3">
      <CopyButton text={row.body} words={t} otherwise={copyFailed} />
    </div>
  );
}

interface TicketContactProps {
  readonly row: Pick<Ticket, 'email' | 'phone'>;
  readonly name: string;
}

/** The ways to reach the author of a ticket. */
export function TicketContact({ row, name }: TicketContactProps) {
  const { email, phone } = row;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
      {phone !== null && <CallLinks contact={phone} name={name} />}
      {email !== null && (
        <a
          href={mailUrl(email)}
          className="inline-flex min-h-11 items-center [overflow-wrap:anywhere] text-accent underline-offset-4 hover:underline"
        >
          {email}
        </a>
      )}
    </div>
  );
}

/** The facts that every ticket has, each for `RecordFacts`. */
export function useTicketFacts(row: Pick<Ticket, 'due_on' | 'language'>) {
  const t = useNamespace('tickets');
  const { plainDay } = useFormat();
  return {
    due: [t.due, plainDay(row.due_on)],
    language: [t.language, isLanguage(row.language) ? languageNames[row.language] : row.language],
  } as const;
}

const fields = { note: { shape: { kind: 'text', max: maxCaseText, required: true } } } as const;

interface NoteFormProps {
  readonly id: string;
  /** Says who reads the note. */
  readonly hint: string;
}

/** A note that the author of the ticket never reads. */
function NoteForm({ id, hint }: NoteFormProps) {
  const say = useOnDone();
  const t = useNamespace('tickets');
  const form = useChangeForm({
    initial: { note: '' },
    draft: `note:${id}`,
    schema: () => fields,
    save: ({ note }) => noteTicket(id, note),
    onSaved: () => {
      form.setValue('note', '');
      say(t.noted);
    },
  });
  return (
    <form noValidate className="flex flex-col items-start gap-3" onSubmit={form.onSubmit}>
      <DraftLine draft={form.draft} />
      <TextArea
        className="w-full"
        label={t.note}
        hint={hint}
        rows={2}
        maxLength={maxCaseText}
        {...form.control('note')}
      />
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      <SmallButton type="submit" busy={form.busy}>
        {t.addNote}
      </SmallButton>
    </form>
  );
}
