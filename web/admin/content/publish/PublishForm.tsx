import { Send } from 'lucide-react';
import { useState } from 'react';
import type { PriceJump } from '../../../../shared/content/priceJumps.ts';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { TextArea } from '../../../forms/TextArea.tsx';
import { useAction } from '../../../forms/useAction.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusIfLost } from '../../../ui/focusOnMount.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { ClaimQuestions, type ClaimAnswers } from './ClaimQuestions.tsx';
import { useDescribeJump } from './ChangeList.tsx';

interface PublishFormProps {
  readonly disabled: boolean;
  /** Prices that must be confirmed before. */
  readonly jumps: readonly PriceJump[];
  /** Before the first publication: all of them must be answered before. */
  readonly claims: ClaimAnswers | null;
  readonly publish: (note: string) => Promise<void>;
}

/** The limit of the database. */
const maxNoteCharacters = 500;

/** The questions that must be answered before, the note, which the history shows, and the publication. */
export function PublishForm({ disabled, jumps, claims, publish }: PublishFormProps) {
  const t = useNamespace('studio').publish;
  const [note, setNote] = useState('');
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
      <TextArea
        // The button that leads here has gone with the press.
        ref={focusIfLost}
        label={t.note}
        hint={t.noteHint}
        rows={2}
        value={note}
        maxLength={maxNoteCharacters}
        error={tried && !isNoted ? t.noteMissing : undefined}
        onChange={setNote}
      />
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
        {t.publish}
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
