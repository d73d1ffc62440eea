import { useState } from 'react';
import { toDataError } from '../../data/errors.ts';
import { maxReviewNoteCharacters, noteReview, type ListedReview } from '../../data/reviews/reviewRecords.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { useChangeForm } from '../parts/useChange.ts';
import { ReviewFacts } from './ReviewFacts.tsx';

export interface ReviewDialogProps {
  readonly review: ListedReview;
  /** @param undo reverses the change */
  readonly onSaved: (message: string, undo?: () => Promise<void>) => void;
  readonly onClose: () => void;
}

/** Writes the note that staff alone read. */
export function NoteDialog({ review, onSaved, onClose }: ReviewDialogProps) {
  const t = useNamespace('reviews').noteDialog;
  const [seen, setSeen] = useState(review.note ?? '');
  const save = async (note: string) => {
    try {
      await noteReview(review.id, note, seen);
    } catch (error) {
      const { code, details } = toDataError(error);
      if (code === 'edit_conflict') setSeen(details);
      throw error;
    }
  };
  const form = useChangeForm({
    initial: { note: seen },
    draft: `review:${review.id}`,
    changesRecord: true,
    phrases: { edit_conflict: seen === '' ? t.deleted : t.conflict(seen) },
    save: ({ note }) => save(note),
    onSaved: () => onSaved(t.saved),
  });
  return (
    <FormDialog title={t.title} form={form} onClose={onClose}>
      <ReviewFacts review={review} />
      <TextArea label={t.label} hint={t.hint} maxLength={maxReviewNoteCharacters} {...form.control('note')} />
    </FormDialog>
  );
}
