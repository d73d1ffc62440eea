import type { Factor } from '@supabase/auth-js';
import { removeApp } from '../../data/account/factors.ts';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';

export interface RemoveFactorDialogProps {
  readonly factor: Factor;
  /** No other one is left. */
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onRemoved: (name: string) => void;
}

/** Asks before an authenticator app is removed. */
export function RemoveFactorDialog({ factor, isLast, onClose, onRemoved }: RemoveFactorDialogProps) {
  const t = useNamespace('factors');
  const name = factor.friendly_name ?? t.whichApp;
  const { busy, errorText, run } = useAction(async () => {
    await removeApp(factor.id);
    onRemoved(name);
  }, t.errors);
  return (
    <ConfirmDialog
      title={t.removeTitle}
      action={t.remove}
      busy={busy}
      onConfirm={() => run()}
      onClose={onClose}
    >
      <p className="font-semibold break-words">{t.removeQuestion(name)}</p>
      {isLast && <p className="mt-2 text-ink-soft">{t.removeLast}</p>}
      {errorText && (
        <Notice tone="error" className="mt-5">
          {errorText}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
