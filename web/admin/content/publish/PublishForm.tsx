import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import { Field } from '../../../forms/TextField.tsx';
import { useAction } from '../../../forms/useAction.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';

export interface PublishFormProps {
  /** The label of the button. */
  readonly label: string;
  /** Begins with this note. */
  readonly initialNote?: string;
  readonly disabled: boolean;
  readonly publish: (note: string) => Promise<void>;
}

/** As long as the database takes. */
const maxNote = 500;

/** The note, which the history shows, and the publication. */
export function PublishForm({ label, initialNote = '', disabled, publish }: PublishFormProps) {
  const t = useNamespace('content').publish;
  const id = useId();
  const [note, setNote] = useState(initialNote);
  const [noteMissing, setNoteMissing] = useState(false);
  const publishing = useAction(publish, { content_conflict: t.conflict, content_invalid: t.invalid });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setNoteMissing(note.trim() === '');
        if (note.trim() !== '' && !disabled) publishing.run(note.trim());
      }}
    >
      <Field id={id} label={t.note} hint={t.noteHint} error={noteMissing ? t.noteMissing : undefined}>
        <textarea
          id={id}
          rows={2}
          maxLength={maxNote}
          value={note}
          aria-invalid={noteMissing || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            setNote(event.target.value);
            setNoteMissing(false);
          }}
          className="min-h-18 w-full rounded-control border-2 border-line-strong bg-surface-raised px-3 py-2 text-body text-ink focus-visible:outline-offset-1"
        />
      </Field>
      {publishing.errorText && <Notice tone="error">{publishing.errorText}</Notice>}
      <Button type="submit" disabled={disabled} busy={publishing.busy} icon={<Send size={20} />}>
        {label}
      </Button>
    </form>
  );
}
