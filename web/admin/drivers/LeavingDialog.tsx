import { markDriverLeft } from '../../data/admin/drivers.ts';
import type { Driver } from '../../data/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { Consequences } from '../parts/Consequences.tsx';
import { useChange } from '../parts/useChange.ts';

export interface LeavingDialogProps {
  readonly driver: Driver;
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

/** Asks whether a driver has left the company, and says what that does at once. */
export function LeavingDialog({ driver, onDone, onClose }: LeavingDialogProps) {
  const { driverLeaving: t } = useNamespace('admin');
  const { busy, errorText, run } = useChange(markDriverLeft, () => {
    onClose();
    onDone(t.done(driver.name));
  });
  return (
    <ConfirmDialog
      title={t.title}
      action={t.title}
      busy={busy}
      onConfirm={() => run(driver.id)}
      onClose={onClose}
    >
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.question(driver.name)}</p>
      <Consequences intro={t.atOnce} items={[t.shift, t.account, t.passengers]} />
      <Consequences intro={t.stays} items={[t.record]} />
      <p className="mt-4">{t.undo}</p>
      {errorText && (
        <Notice tone="error" className="mt-4">
          {errorText}
        </Notice>
      )}
    </ConfirmDialog>
  );
}
