import { useState } from 'react';
import { toDataError } from '../../data/errors.ts';
import {
  hideReview,
  maxHiddenReasonCharacters,
  showReview,
  type Hiding,
} from '../../data/reviews/reviewRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { ReviewDialogProps } from './NoteDialog.tsx';
import { ReviewFacts } from './ReviewFacts.tsx';

/** Says who hid a review and when; nothing of one that is shown. */
function useHiddenBy(): (hiding: Hiding) => string | null {
  const t = useNamespace('reviews').visibility;
  const format = useFormat();
  return ({ hidden_at: at, hidden_by: person }) =>
    at === null ? null : t.by(person ?? t.deleted, format.time(at));
}

/** Hides a review with a reason: it stays, and leaves count and average. */
export function HideDialog({ review, onSaved, onClose }: ReviewDialogProps) {
  const t = useNamespace('reviews').visibility;
  const hiddenBy = useHiddenBy();
  const [theirs, setTheirs] = useState<Hiding>();
  const hide = async (reason: string) => {
    try {
      await hideReview(review.id, reason);
    } catch (error) {
      const { code, details } = toDataError(error);
      if (code === 'edit_conflict') setTheirs(JSON.parse(details) as Hiding);
      throw error;
    }
  };
  return (
    <ReasonDialog
      title={t.hideTitle}
      action={t.hide}
      label={t.reason}
      maxCharacters={maxHiddenReasonCharacters}
      save={hide}
      phrases={theirs && { edit_conflict: `${hiddenBy(theirs)} ${t.conflict(theirs.hidden_reason ?? '')}` }}
      onSaved={() => onSaved(t.hidden, () => showReview(review.id))}
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
  const hiddenBy = useHiddenBy();
  const showing = useChange(
    () => showReview(review.id),
    () => onSaved(t.shown),
    { review_replaced: t.replaced },
  );
  return (
    <FormDialog
      title={t.showTitle}
      action={t.show}
      form={{ ...showing, onSubmit: () => showing.run() }}
      onClose={onClose}
    >
      <ReviewFacts review={review} />
      <div className="[overflow-wrap:anywhere]">
        <p className="text-small text-ink-soft">
          {review.hidden_reason === null ? t.automatic : hiddenBy(review)}
        </p>
        <p>{review.hidden_reason}</p>
      </div>
    </FormDialog>
  );
}
