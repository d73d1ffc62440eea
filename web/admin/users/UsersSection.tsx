import { UserPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { getAuth } from '../../data/session/auth.ts';
import { listAccounts, type Account } from '../../data/accounts/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import { useList } from '../parts/list/useList.tsx';
import { createUserAct, type SectionProps } from '../parts/section.ts';
import { useUserColumns, loadUserColumns } from './columns.tsx';
import { DeleteUserDialog, NewPasswordDialog } from './dialogs.tsx';
import { UserDialog } from './UserDialog.tsx';

interface OpenDialog {
  readonly name: 'edit' | 'delete' | 'password';
  readonly account: Account;
}

/** All accounts: search, pages, editing, deletion. */
export default function UsersSection({ location, hidden, onDone, onRemove, ownId }: SectionProps) {
  const t = useNamespace('admin');
  const { frame } = useList(
    { location, hidden, onDone },
    {
      name: 'users',
      words: t.userList,
      icon: UsersRound,
      load: ({ search }, page, signal) => listAccounts(search, page, signal),
      loadColumns: loadUserColumns,
      rowsPerPart: 200,
    },
  );
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const columns = useUserColumns(ownId, (name, account) => setDialog({ name, account }));

  const saved = (account: Account) => {
    setDialog(account.new_password === undefined ? null : { name: 'password', account });
    onDone(t.userList.saved(account.email));
    // The session holds a copy of the own e-mail, which the header shows.
    if (account.id === ownId) void getAuth().refreshSession();
  };

  return (
    <>
      <ListFrame
        {...frame}
        primary={{
          label: t.userForm.create,
          icon: UserPlus,
          onPress: () => location.open({ act: createUserAct }),
        }}
        list={{ columns }}
        selecting={{ nameOf: ({ email }) => email }}
      />
      <MailNote>{t.userList.mailStored}</MailNote>
      {dialog?.name === 'edit' && (
        <UserDialog
          account={dialog.account}
          own={dialog.account.id === ownId}
          onSaved={saved}
          onBlocked={onDone}
          onClose={close}
        />
      )}
      {dialog?.name === 'password' && <NewPasswordDialog account={dialog.account} onClose={close} />}
      {dialog?.name === 'delete' && (
        <DeleteUserDialog account={dialog.account} onRemove={onRemove} onClose={close} />
      )}
    </>
  );
}
