import type { ReactNode } from 'react';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** Explains the consequences. */
  readonly children: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is deleted. */
export function ConfirmDialog({ title, children, onConfirm, onClose }: ConfirmDialogProps) {
  const { common } = useWords();
  const t = useArea('admin');
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button size="compact" variant="danger" onClick={onConfirm}>
            {t.delete}
          </Button>
        </div>
      }
    >
      {children}
    </Dialog>
  );
}
