import { describeChanges } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { isWithin } from '../model/tree.ts';
import { ChangeList } from '../publish/ChangeList.tsx';
import type { DraftConflict, DraftStore } from './draftStore.ts';

export interface ConflictDialogProps {
  /** The content with the edits of this device. */
  readonly mine: Content;
  readonly conflict: DraftConflict;
  readonly onDecide: DraftStore['decide'];
  /** Decides later. */
  readonly onClose: () => void;
}

/** Shown when somebody else has saved the same parts meanwhile: both texts of each, to choose a side. */
export function ConflictDialog({ mine, conflict, onDecide, onClose }: ConflictDialogProps) {
  const t = useNamespace('studio').conflict;
  const { by, theirs, joined } = conflict;
  const changes = describeChanges(theirs.content, mine).filter(({ path }) =>
    joined.disputed.some((part) => isWithin(path, part)),
  );
  return (
    <FormDialog
      title={t.title}
      action={t.mine}
      cancel={{ label: t.theirs, onClick: () => onDecide('theirs') }}
      form={{ onSubmit: () => onDecide('mine') }}
      onClose={onClose}
    >
      <p>{t.text(by || t.somebody)}</p>
      <ChangeList changes={changes} before={theirs.content} after={mine} />
    </FormDialog>
  );
}
