import type { ReactNode } from 'react';
import { useArea } from '../../../i18n/areas.ts';
import { describeError } from '../../../i18n/describeError.ts';
import { useWords } from '../../../i18n/LanguageProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';

export interface ConfirmDialogProps {
  readonly title: string;
  /** What is going to happen. */
  readonly children: ReactNode;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is deleted. */
export function ConfirmDialog({ title, children, busy, error, onConfirm, onClose }: ConfirmDialogProps) {
  const words = useWords();
  const t = useArea('admin');
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      closeLabel={words.common.close}
      width="narrow"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={close}>
            {t.cancel}
          </Button>
          <Button size="compact" variant="danger" busy={busy} onClick={onConfirm}>
            {t.delete}
          </Button>
        </div>
      }
    >
      {children}
      {error && (
        <Notice tone="error" className="mt-5">
          {describeError(error, words.errors)}
        </Notice>
      )}
    </Dialog>
  );
}
