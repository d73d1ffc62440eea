import type { Factor } from '@supabase/auth-js';
import { removeApp } from '../../data/account/factors.ts';
import { useAction } from '../../forms/useAction.ts';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';

export interface RemoveFactorDialogProps {
  readonly factor: Factor;
  /** No other one is left. */
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onRemoved: (name: string) => void;
}

/** Asks before an authenticator app is removed. */
export function RemoveFactorDialog({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) {
  const { common } = useWords();
  const t = useArea('factors');
  const name = factor.friendly_name ?? t.whichApp;
  const { busy, errorText, run } = useAction(async () => {
    await removeApp(factor.id);
    onRemoved(name);
  }, t.errors);
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={t.removeTitle}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button size="compact" variant="danger" busy={busy} onClick={() => run()}>
            {t.remove}
          </Button>
        </div>
      }
    >
      <p className="font-semibold break-words">{t.removeQuestion(name)}</p>
      {isLast && <p className="mt-2 text-ink-soft">{t.removeLast}</p>}
      {errorText && (
        <Notice tone="error" className="mt-5">
          {errorText}
        </Notice>
      )}
    </Dialog>
  );
}
