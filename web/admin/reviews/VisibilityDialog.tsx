import { useState } from 'react';
import { hideReview, maxHiddenReasonCharacters, showReview } from '../../data/fleet/reviewAdmin.ts';
import { TextArea } from '../../forms/TextArea.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { ReviewDialogProps } from './NoteDialog.tsx';
import { ReviewFacts } from './ReviewFacts.tsx';

/** Hides a review with a reason: it stays, and leaves count and average. */
export function HideDialog({ review, onSaved, onClose }: ReviewDialogProps) {
  const t = useNamespace('reviews').visibility;
  const [reason, setReason] = useState('');
  const [isLacking, setLacking] = useState(false);
  const { busy, errorText, run } = useChange(
    () => hideReview(review.id, reason),
    () => onSaved(t.hidden),
  );
  return (
    <FormDialog
      title={t.hideTitle}
      action={t.hide}
      busy={busy}
      errorText={errorText}
      onSubmit={() => {
        setLacking(reason.trim() === '');
        if (reason.trim() !== '') run();
      }}
      onClose={onClose}
    >
      <ReviewFacts review={review} />
      <p>{t.hideText}</p>
      <TextArea
        label={t.reason}
        rows={2}
        value={reason}
        maxLength={maxHiddenReasonCharacters}
        error={isLacking ? t.reasonRequired : undefined}
        onChange={(next) => {
          setReason(next);
          setLacking(false);
        }}
      />
    </FormDialog>
  );
}

/** Tells who hid a review and why, and counts it again. */
export function ShowDialog({ review, onSaved, onClose }: ReviewDialogProps) {
  const t = useNamespace('reviews').visibility;
  const format = useFormat();
  const { busy, errorText, run } = useChange(
    () => showReview(review.id),
    () => onSaved(t.shown),
  );
  const { hidden_at: time, hidden_by: person, hidden_reason: reason } = review;
  return (
    <FormDialog
      title={t.showTitle}
      action={t.show}
      busy={busy}
      onSubmit={() => run()}
      errorText={errorText}
      onClose={onClose}
    >
      <ReviewFacts review={review} />
      <div className="[overflow-wrap:anywhere]">
        {time !== null && (
          <p className="text-small text-ink-soft">{t.by(person ?? t.deleted, format.companyTime(time))}</p>
        )}
        <p>{reason}</p>
      </div>
    </FormDialog>
  );
}
