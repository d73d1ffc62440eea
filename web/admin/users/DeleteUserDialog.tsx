import { useId, useState } from 'react';
import type { Account } from '../../data/admin/users.ts';
import { useArea } from '../../i18n/areas.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';

export interface DeleteUserDialogProps {
  readonly account: Account;
  /** `everything`: delete all data about the person with the account. */
  readonly onConfirm: (account: Account, everything: boolean) => void;
  readonly onClose: () => void;
}

export function DeleteUserDialog({ account, onConfirm, onClose }: DeleteUserDialogProps) {
  const { userDeletion: t } = useArea('admin');
  const [everything, setEverything] = useState(false);
  const id = useId();
  return (
    <ConfirmDialog title={t.title} onConfirm={() => onConfirm(account, everything)} onClose={onClose}>
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.question(account.email)}</p>
      <p className="mt-4">{t.goes}</p>
      {account.driver && !everything && <p className="mt-2 text-ink-soft">{t.driver(account.driver.name)}</p>}
      <label className="mt-5 flex min-h-11 items-start gap-3 font-semibold">
        <input
          type="checkbox"
          checked={everything}
          aria-describedby={id}
          onChange={(event) => setEverything(event.target.checked)}
          className="mt-0.5 size-6 shrink-0 accent-accent"
        />
        {t.everything}
      </label>
      <p id={id} className="pl-9 text-small text-ink-soft">
        {t.everythingHint}
      </p>
    </ConfirmDialog>
  );
}
