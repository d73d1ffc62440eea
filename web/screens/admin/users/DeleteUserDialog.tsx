import { deleteAccount, type Account } from '../../../data/users.ts';
import { useArea } from '../../../i18n/areas.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { useChange } from '../parts/useChange.ts';

export interface DeleteUserDialogProps {
  readonly account: Account;
  readonly onDeleted: (account: Account) => void;
  readonly onClose: () => void;
}

export function DeleteUserDialog({ account, onDeleted, onClose }: DeleteUserDialogProps) {
  const { userDeletion: t } = useArea('admin');
  const change = useChange(deleteAccount, () => onDeleted(account));
  return (
    <ConfirmDialog
      title={t.title}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate(account.id)}
      onClose={onClose}
    >
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.question(account.email)}</p>
      <p className="mt-4">{t.goes}</p>
      {account.driver && <p className="mt-2 text-ink-soft">{t.driver(account.driver.name)}</p>}
    </ConfirmDialog>
  );
}
