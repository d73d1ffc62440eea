import type { ListedReview } from '../../data/reviews/reviewRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { RecordAct } from '../parts/record/acts.tsx';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { HideDialog, NoteDialog, ShowDialog } from './dialogs.tsx';

/** The acts on reviews: a note, and hiding one or showing it again. */
export function useReviewActs(): readonly RecordAct<ListedReview>[] {
  const t = useNamespace('reviews');
  const named = useNamedActs('reviews');
  const nameOf = ({ driver_name: name }: ListedReview) => name ?? t.noDriver;
  return [
    {
      ...named.note,
      label: (review) => t.noteOf(nameOf(review)),
      renderDialog: ([review]) => <NoteDialog review={review} />,
    },
    {
      ...named.hide,
      isFor: ({ hidden_at: time }) => time === null,
      label: (review) => t.hideOf(nameOf(review)),
      renderDialog: ([review]) => <HideDialog review={review} />,
    },
    {
      ...named.show,
      isFor: ({ hidden_at: time }) => time !== null,
      label: (review) => t.showOf(nameOf(review)),
      renderDialog: ([review]) => <ShowDialog review={review} />,
    },
  ];
}
