import { describeChanges } from '../../../../shared/content/changes.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useMessages } from '../../../i18n/LanguageProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
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

/** Somebody else has saved: asks what happens to the work of this device, which cannot be saved before that. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { draft, theirs, onTakeTheirs, onPutMineOnTop, onClose } = props;
  const { common } = useMessages();
  const t = useNamespace('content').conflict;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={common.close}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={onTakeTheirs}>
            {t.takeTheirs}
          </Button>
          <Button size="compact" onClick={onPutMineOnTop}>
            {t.putMineOnTop}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
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
      </div>
    </Dialog>
  );
}
