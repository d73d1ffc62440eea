import { useState } from 'react';
import { maxCaseText } from '../../../shared/cases.ts';
import { noteTicket } from '../../data/tickets/tickets.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';

interface NoteFormProps extends Pick<SectionProps, 'onDone'> {
  readonly id: string;
  /** Says who reads the note. */
  readonly hint: string;
}

/** A note that the author of the ticket never reads. */
export function NoteForm({ id, hint, onDone }: NoteFormProps) {
  const t = useNamespace('tickets');
  const [note, setNote] = useState('');
  const saving = useChange(
    () => noteTicket(id, note),
    () => {
      setNote('');
      onDone(t.noted);
    },
  );
  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') saving.run();
      }}
    >
      <TextArea
        className="w-full"
        label={t.note}
        hint={hint}
        rows={2}
        value={note}
        maxLength={maxCaseText}
        onChange={setNote}
      />
      {saving.errorText && <Notice tone="error">{saving.errorText}</Notice>}
      <Button size="compact" type="submit" variant="secondary" busy={saving.busy}>
        {t.addNote}
      </Button>
    </form>
  );
}
