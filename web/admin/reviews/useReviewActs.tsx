import type { ListedReview } from '../../data/reviews/reviewRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { HideDialog, NoteDialog, ShowDialog } from './dialogs.tsx';

/** The acts on reviews: a note, and hiding one or showing it again. */
export function useReviewActs({ onDone }: Pick<SectionProps, 'onDone'>): readonly RecordAct<ListedReview>[] {
  const t = useNamespace('reviews');
  const named = useNamedActs('reviews');
  const nameOf = ({ driver_name: name }: ListedReview) => name ?? t.noDriver;
  const opening = (Dialog: typeof NoteDialog): NonNullable<RecordAct<ListedReview>['renderDialog']> =>
    function renderDialog([review], close) {
      const saved = (message: string, undo?: () => Promise<void>) => {
        close();
        onDone(message, false, undo);
      };
      return <Dialog review={review} onSaved={saved} onClose={close} />;
    };
  return [
    {
      ...named.note,
      label: (review) => t.noteOf(nameOf(review)),
      renderDialog: opening(NoteDialog),
    },
    {
      ...named.hide,
      isFor: ({ hidden_at: time }) => time === null,
      label: (review) => t.hideOf(nameOf(review)),
      renderDialog: opening(HideDialog),
    },
    {
      ...named.show,
      isFor: ({ hidden_at: time }) => time !== null,
      label: (review) => t.showOf(nameOf(review)),
      renderDialog: opening(ShowDialog),
    },
  ];
}
