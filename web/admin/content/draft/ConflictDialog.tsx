import { describeChanges } from '../../../../shared/content/changes.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { FormDialog } from '../../parts/dialogs.tsx';
import { ChangeList } from '../publish/ChangeList.tsx';
import type { Draft, Theirs } from './draft.ts';

export interface ConflictDialogProps {
  readonly draft: Draft;
  readonly theirs: Theirs;
  readonly onTakeTheirs: () => void;
  readonly onPutMineOnTop: () => void;
  /** Decides later. */
  readonly onClose: () => void;
}

/** Shown when another administrator has saved the draft meanwhile; asks whose changes to keep. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { draft, theirs, onTakeTheirs, onPutMineOnTop, onClose } = props;
  const t = useNamespace('studio').conflict;
  return (
    <FormDialog
      title={t.title}
      cancel={{ label: t.takeTheirs, onClick: onTakeTheirs }}
      action={t.putMineOnTop}
      onSubmit={onPutMineOnTop}
      onClose={onClose}
    >
      <p>{t.text(theirs.by || t.somebody)}</p>
      <h3 className="font-semibold">{t.theirs}</h3>
      <ChangeList
        changes={describeChanges(draft.saved.content, theirs.content)}
        before={draft.saved.content}
        after={theirs.content}
      />
      <h3 className="font-semibold">{t.mine}</h3>
      <ChangeList
        changes={describeChanges(draft.saved.content, draft.content)}
        before={draft.saved.content}
        after={draft.content}
      />
      <p className="text-small text-ink-soft">{t.hint}</p>
    </FormDialog>
  );
}
