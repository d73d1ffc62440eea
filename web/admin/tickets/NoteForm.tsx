import { maxCaseText } from '../../../shared/cases.ts';
import { noteTicket } from '../../data/tickets/tickets.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { DraftLine } from '../parts/DraftLine.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

const fields = { note: { shape: { kind: 'text', max: maxCaseText, required: true } } } as const;

interface NoteFormProps extends Pick<SectionProps, 'onDone'> {
  readonly id: string;
  /** Says who reads the note. */
  readonly hint: string;
}

/** A note that the author of the ticket never reads. */
export function NoteForm({ id, hint, onDone }: NoteFormProps) {
  const t = useNamespace('tickets');
  const form = useChangeForm({
    initial: { note: '' },
    draft: `note:${id}`,
    schema: () => fields,
    save: ({ note }) => noteTicket(id, note),
    onSaved: () => {
      form.setValue('note', '');
      onDone(t.noted);
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
