import { Send } from 'lucide-react';
import type { PriceJump } from '../../../../shared/content/priceJumps.ts';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { TextArea } from '../../../forms/TextArea.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { focusIfLost } from '../../../ui/focusOnMount.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { DraftLine } from '../../parts/DraftLine.tsx';
import { useChangeForm, type ChangeForm } from '../../parts/useChange.ts';
import { useStudio } from '../studio.ts';
import { ClaimQuestions, type ClaimAnswers } from './ClaimQuestions.tsx';
import { useDescribeJump } from './ChangeList.tsx';

interface PublishFormProps {
  readonly disabled: boolean;
  /** Prices that must be confirmed before. */
  readonly jumps: readonly PriceJump[];
  /** Before the first publication: all of them must be answered before. */
  readonly claims: ClaimAnswers | null;
  /** @returns the release's id */
  readonly publish: (note: string) => Promise<number>;
}

interface Values {
  readonly note: string;
  /** The prices that were confirmed: a further edit asks again. */
  readonly confirmed: string;
  /** The draft of the content holds them. */
  readonly answers?: never;
}

/** The limit of the database. */
const maxNoteCharacters = 500;

/** The questions that must be answered before, the note, which the history shows, and the publication. */
export function PublishForm({ disabled, jumps, claims, publish }: PublishFormProps) {
  const t = useNamespace('studio').publish;
  const asked = JSON.stringify(jumps);
  const form = usePublishForm({ jumps, claims, publish }, asked);
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={form.onSubmit}>
      <DraftLine draft={form.draft} />
      {claims && <ClaimQuestions {...claims} missing={form.fieldError('answers') !== undefined} />}
      <TextArea
        // The button that leads here has gone with the press.
        ref={focusIfLost}
        label={t.note}
        hint={t.noteHint}
        rows={2}
        maxLength={maxNoteCharacters}
        {...form.control('note')}
      />
      {jumps.length > 0 && (
        <JumpQuestion
          jumps={jumps}
          confirmed={form.values.confirmed === asked}
          error={form.fieldError('confirmed')}
          onConfirm={(yes) => form.setValue('confirmed', yes ? asked : '')}
        />
      )}
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      <Button type="submit" disabled={disabled} busy={form.busy} icon={<Send size={20} />}>
        {t.publish}
      </Button>
    </form>
  );
}

/** @param asked the prices to confirm, as text */
function usePublishForm(
  { jumps, claims, publish }: Omit<PublishFormProps, 'disabled'>,
  asked: string,
): ChangeForm<Values> {
  const t = useNamespace('studio').publish;
  const { say } = useStudio();
  return useChangeForm<Values, number>({
    initial: { note: '', confirmed: '' },
    draft: 'publication',
    notStored: ['confirmed'],
    check: ({ note, confirmed }) => ({
      ...(note.trim() === '' && { note: 'note' }),
      ...(jumps.length > 0 && confirmed !== asked && { confirmed: 'jumps' }),
      ...(claims?.answers.some(({ stored }) => stored === null) && { answers: 'claims' }),
    }),
    phrases: {
      note: t.noteMissing,
      jumps: t.jumps.missing,
      claims: t.claims.missing,
      content_conflict: t.conflict,
      content_invalid: t.invalid,
    },
    save: ({ note }) => publish(note.trim()),
    onSaved: (id) => say(t.published(String(id))),
  });
}

interface JumpQuestionProps {
  /** At least one. */
  readonly jumps: readonly PriceJump[];
  readonly confirmed: boolean;
  readonly error: string | undefined;
  readonly onConfirm: (confirmed: boolean) => void;
}

/** Asks a second time about prices that may be a slip of the hand. */
function JumpQuestion({ jumps, confirmed, error, onConfirm }: JumpQuestionProps) {
  const t = useNamespace('studio').publish.jumps;
  const describe = useDescribeJump();
  const [only, ...others] = jumps;
  return (
    <Notice tone="info">
      <p>{t.question(jumps.length)}</p>
      <Checkbox
        label={only && others.length === 0 ? t.confirm(describe(only)) : t.confirmAll(jumps.length)}
        error={error}
        checked={confirmed}
        onChange={onConfirm}
        className="mt-1 min-h-12 items-center font-semibold"
      />
    </Notice>
  );
}
