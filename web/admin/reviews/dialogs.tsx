import { useState } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { toDataError } from '../../data/errors.ts';
import {
  hideReview,
  maxHiddenReasonCharacters,
  showReview,
  type Hiding,
  maxReviewNoteCharacters,
  noteReview,
  type ListedReview,
} from '../../data/reviews/reviewRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog, ReasonDialog } from '../parts/dialogs.tsx';
import { useFinish } from '../parts/section.ts';
import { useChange, useChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { TextArea } from '../../forms/TextArea.tsx';

interface ReviewProps {
  readonly review: ListedReview;
}

/** Says who hid a review and when; nothing of one that is shown. */
function useHiddenBy(): (hiding: Hiding) => string | null {
  const t = useNamespace('reviews').visibility;
  const format = useFormat();
  return ({ hidden_at: at, hidden_by: person }) =>
    at === null ? null : t.by(person ?? t.deleted, format.time(at));
}

/** Hides a review with a reason: it stays, and leaves count and average. */
export function HideDialog({ review }: ReviewProps) {
  const finish = useFinish();
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
      draft={`hiding:${review.id}`}
      maxCharacters={maxHiddenReasonCharacters}
      save={hide}
      phrases={theirs && { edit_conflict: `${hiddenBy(theirs)} ${t.conflict(theirs.hidden_reason ?? '')}` }}
      onSaved={() => finish(t.hidden, () => showReview(review.id))}
    >
      <ReviewFacts review={review} />
      <p>{t.hideText}</p>
    </ReasonDialog>
  );
}

/** Tells who hid a review and why, and counts it again. */
export function ShowDialog({ review }: ReviewProps) {
  const finish = useFinish();
  const t = useNamespace('reviews').visibility;
  const hiddenBy = useHiddenBy();
  const showing = useChange(
    () => showReview(review.id),
    () => finish(t.shown),
    { review_replaced: t.replaced },
  );
  return (
    <FormDialog title={t.showTitle} action={t.show} form={{ ...showing, onSubmit: () => showing.run() }}>
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

/** Writes the note that staff alone read. */
export function NoteDialog({ review }: ReviewProps) {
  const finish = useFinish();
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
    onSaved: () => finish(t.saved),
  });
  return (
    <FormDialog title={t.title} form={form}>
      <ReviewFacts review={review} />
      <TextArea label={t.label} hint={t.hint} maxLength={maxReviewNoteCharacters} {...form.control('note')} />
    </FormDialog>
  );
}

/** The review that a dialog is about: driver and vehicle, stars and time, reasons and comment. */
function ReviewFacts({ review }: ReviewProps) {
  const t = useNamespace('reviews');
  const { words } = useNamespace('reasons');
  const format = useFormat();
  const { rating, reasons, comment, license_plate: plate, created_at: time, by_link: isByLink } = review;
  const about = [review.driver_name ?? t.noDriver, plate && plateInPairs(plate)];
  const given = [t.starCount(rating, format.count(rating)), format.time(time), isByLink && t.byLink];
  const said = [reasons.map((reason) => words[reason]).join(', '), comment && `«${comment}»`];
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="font-semibold">{about.filter(Boolean).join(' · ')}</p>
      <p className="text-small text-ink-soft">{given.filter(Boolean).join(' · ')}</p>
      <p className="text-small empty:hidden">{said.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
