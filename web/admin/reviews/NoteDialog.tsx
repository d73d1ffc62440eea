import { useState } from 'react';
import { toDataError } from '../../data/errors.ts';
import { maxReviewNoteCharacters, noteReview, type ListedReview } from '../../data/reviews/reviewRecords.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { useChange } from '../parts/useChange.ts';
import { ReviewFacts } from './ReviewFacts.tsx';

export interface ReviewDialogProps {
  readonly review: ListedReview;
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Writes the note that staff alone read. */
export function NoteDialog({ review, onSaved, onClose }: ReviewDialogProps) {
  const t = useNamespace('reviews').noteDialog;
  const [note, setNote] = useState(review.note ?? '');
  const [seen, setSeen] = useState(note);
  const save = async () => {
    try {
      await noteReview(review.id, note, seen);
    } catch (error) {
      const { code, details } = toDataError(error);
      if (code === 'edit_conflict') setSeen(details);
      throw error;
    }
  };
  const { busy, errorText, run } = useChange(save, () => onSaved(t.saved), {
    edit_conflict: seen === '' ? t.deleted : t.conflict(seen),
  });
  return (
    <FormDialog title={t.title} busy={busy} onSubmit={() => run()} errorText={errorText} onClose={onClose}>
      <ReviewFacts review={review} />
      <TextArea
        label={t.label}
        hint={t.hint}
        value={note}
        maxLength={maxReviewNoteCharacters}
        onChange={setNote}
      />
    </FormDialog>
  );
}
