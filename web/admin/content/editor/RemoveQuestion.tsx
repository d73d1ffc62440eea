import { useNamespace } from '../../../i18n/namespaces.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../../parts/dialogs.tsx';

interface RemoveQuestionProps extends Pick<ConfirmDialogProps, 'onConfirm' | 'onClose'> {
  /** Names the part of the document that goes. */
  readonly name: string;
}

/** Asks before a part of the document is removed. */
export function RemoveQuestion({ name, onConfirm, onClose }: RemoveQuestionProps) {
  const t = useNamespace('studio').editor;
  return (
    <ConfirmDialog title={t.removeTitle(name)} onConfirm={onConfirm} onClose={onClose}>
      <p>{t.removeText}</p>
    </ConfirmDialog>
  );
}
