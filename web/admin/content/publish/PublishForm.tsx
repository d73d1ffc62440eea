import { Send } from 'lucide-react';
import { useId, useState } from 'react';
import type { PriceJump } from '../../../../shared/content/priceJumps.ts';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { Field } from '../../../forms/TextField.tsx';
import { useAction } from '../../../forms/useAction.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { ClaimQuestions, type ClaimAnswers } from './ClaimQuestions.tsx';
import { useDescribeJump } from './ChangeList.tsx';

interface PublishFormProps {
  readonly label: string;
  readonly initialNote?: string;
  readonly disabled: boolean;
  /** Prices that must be confirmed before. */
  readonly jumps: readonly PriceJump[];
  /** Before the first publication: all of them must be answered before. */
  readonly claims?: ClaimAnswers | null;
  readonly publish: (note: string) => Promise<void>;
}

/** The limit of the database. */
const maxNoteCharacters = 500;

/** The questions that must be answered before, the note, which the history shows, and the publication. */
export function PublishForm(props: PublishFormProps) {
  const { label, initialNote = '', disabled, jumps, claims, publish } = props;
  const t = useNamespace('studio').publish;
  const id = useId();
  const [note, setNote] = useState(initialNote);
  const [tried, setTried] = useState(false);
  // The confirmation holds for these prices only: a further edit asks again.
  const asked = JSON.stringify(jumps);
  const [confirmed, setConfirmed] = useState('');
  const isConfirmed = jumps.length === 0 || confirmed === asked;
  const isAnswered = !claims?.answers.some(({ stored }) => stored === null);
  const isNoted = note.trim() !== '';
  const publishing = useAction(publish, { content_conflict: t.conflict, content_invalid: t.invalid });
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isNoted && isConfirmed && isAnswered && !disabled) publishing.run(note.trim());
      }}
    >
      {claims && <ClaimQuestions {...claims} missing={tried} />}
      <Field id={id} label={t.note} hint={t.noteHint} error={tried && !isNoted ? t.noteMissing : undefined}>
        <textarea
          id={id}
          rows={2}
          maxLength={maxNoteCharacters}
          value={note}
          aria-invalid={(tried && !isNoted) || undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setNote(event.target.value)}
          className="min-h-18 w-full rounded-control border-2 border-line-strong bg-surface-raised px-3 py-2 text-body text-ink focus-visible:outline-offset-1"
        />
      </Field>
      {jumps.length > 0 && (
        <JumpQuestion
          jumps={jumps}
          confirmed={isConfirmed}
          missing={tried && !isConfirmed}
          onConfirm={(yes) => setConfirmed(yes ? asked : '')}
        />
      )}
      {publishing.errorText && <Notice tone="error">{publishing.errorText}</Notice>}
      <Button type="submit" disabled={disabled} busy={publishing.busy} icon={<Send size={20} />}>
        {label}
      </Button>
    </form>
  );
}

interface JumpQuestionProps {
  /** At least one. */
  readonly jumps: readonly PriceJump[];
  readonly confirmed: boolean;
  /** A publication was tried without the confirmation. */
  readonly missing: boolean;
  readonly onConfirm: (confirmed: boolean) => void;
}

/** Asks a second time about prices that may be a slip of the hand. */
function JumpQuestion({ jumps, confirmed, missing, onConfirm }: JumpQuestionProps) {
  const t = useNamespace('studio').publish.jumps;
  const describe = useDescribeJump();
  const [only, ...others] = jumps;
  return (
    <Notice tone="info">
      <p>{t.question(jumps.length)}</p>
      <Checkbox
        label={only && others.length === 0 ? t.confirm(describe(only)) : t.confirmAll(jumps.length)}
        error={missing ? t.missing : undefined}
        checked={confirmed}
        onChange={onConfirm}
        className="mt-1 min-h-12 items-center font-semibold"
      />
    </Notice>
  );
}
