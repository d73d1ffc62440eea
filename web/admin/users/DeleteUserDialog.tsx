import { useId, useState } from 'react';
import { deleteAccount, type Account } from '../../data/admin/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import type { SectionProps } from '../parts/section.ts';

export interface DeleteUserDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Asks for confirmation, and whether to delete all data about the person with the account. */
export function DeleteUserDialog({ account, onRemove, onClose }: DeleteUserDialogProps) {
  const { userDeletion: t, userList, removal } = useNamespace('admin');
  const [everything, setEverything] = useState(false);
  const id = useId();
  const { id: accountId, email } = account;
  const remove = () =>
    onRemove(onClose, {
      id: accountId,
      announcement: removal.user(email),
      done: userList.deleted(email),
      run: () => deleteAccount(accountId, everything),
    });
  return (
    <ConfirmDialog title={t.title} onConfirm={remove} onClose={onClose}>
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.question(email)}</p>
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
