import { Pencil, Trash2 } from 'lucide-react';
import type { Account } from '../../data/accounts/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useMay } from '../parts/useMay.ts';
import { DeleteUserDialog } from './dialogs.tsx';
import { UserDialog } from './UserDialog.tsx';

interface UserActsProps extends Pick<SectionProps, 'ownId' | 'onDone' | 'onRemove'> {
  readonly onSaved: (account: Account) => void;
}

/** The acts on accounts. The own one cannot be deleted. */
export function useUserActs({
  ownId,
  onSaved,
  onDone,
  onRemove,
}: UserActsProps): readonly RecordAct<Account>[] {
  const { record, userList: t } = useNamespace('admin');
  const mayDelete = useMay('delete');
  return [
    {
      id: 'edit',
      title: record.edit,
      icon: Pencil,
      label: ({ email }) => t.editUser(email),
      renderDialog: ([account], close) => (
        <UserDialog
          account={account}
          own={account.id === ownId}
          onSaved={onSaved}
          onBlocked={onDone}
          onClose={close}
        />
      ),
    },
    {
      id: 'delete',
      title: record.delete,
      icon: Trash2,
      isDangerous: true,
      isFor: ({ id }) => mayDelete && id !== ownId,
      label: ({ email }) => t.deleteUser(email),
      renderDialog: ([account], close) => (
        <DeleteUserDialog account={account} onRemove={onRemove} onClose={close} />
      ),
    },
  ];
}
