import type { ReactNode } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** Label of the button that confirms; «Eliminar» unless given. */
  readonly action?: string;
  /** The confirmed work is being done: the dialog stays. */
  readonly busy?: boolean;
  /** Nothing can be done at present; the text says why. */
  readonly disabled?: boolean;
  /** Explains the consequences. */
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is deleted or removed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, busy = false, disabled = false, children, onConfirm, onClose } = props;
  const { common } = useMessages();
  const t = useNamespace('admin');
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={title}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button size="compact" variant="danger" busy={busy} disabled={disabled} onClick={onConfirm}>
            {action ?? t.delete}
          </Button>
        </div>
      }
    >
      {children}
    </Dialog>
  );
}
