import { hideReview, maxHiddenReasonCharacters, showReview } from '../../data/fleet/reviewAdmin.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { ReviewDialogProps } from './NoteDialog.tsx';
import { ReviewFacts } from './ReviewFacts.tsx';

/** Hides a review with a reason: it stays, and leaves count and average. */
export function HideDialog({ review, onSaved, onClose }: ReviewDialogProps) {
  const t = useNamespace('reviews').visibility;
  return (
    <ReasonDialog
      title={t.hideTitle}
      action={t.hide}
      label={t.reason}
      lacking={t.reasonRequired}
      maxCharacters={maxHiddenReasonCharacters}
      save={(reason) => hideReview(review.id, reason)}
      onSaved={() => onSaved(t.hidden)}
      onClose={onClose}
    >
      <ReviewFacts review={review} />
      <p>{t.hideText}</p>
    </ReasonDialog>
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
