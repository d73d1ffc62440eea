import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { getAuth } from '../../data/session/auth.ts';
import { listAccounts, userRoles, type Account } from '../../data/accounts/users.ts';
import { accountSorts } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import { useList } from '../parts/list/useList.tsx';
import { OpenedAct, type RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { useUserColumns } from './columns.tsx';
import { DeleteUserDialog, NewPasswordDialog } from './dialogs.tsx';
import { UserDialog } from './UserDialog.tsx';

/** All accounts: search, pages, editing, deletion. */
export default function UsersSection(props: SectionProps) {
  const { location, onDone, ownId } = props;
  const t = useNamespace('admin');
  const { frame } = useList(props, {
    name: 'users',
    words: t.userList,
    icon: UsersRound,
    filters: { role: choiceFilter(t.role, t.userList.all, userRoles, t.roles) },
    sorts: accountSorts,
    load: listAccounts,
    rowsPerPart: 200,
  });
  // A new password is shown once and has no address.
  const [renewed, setRenewed] = useState<Account | null>(null);
  const saved = (account: Account) => {
    location.close();
    if (account.new_password !== undefined) setRenewed(account);
    onDone(t.userList.saved(account.email));
    // The session holds a copy of the own e-mail, which the header shows.
    if (account.id === ownId) void getAuth().refreshSession();
  };
  const acts = useUserActs(props, saved);
  const columns = useUserColumns(ownId, { acts, onDone });

  return (
    <>
      <ListFrame
        {...frame}
        primary={useNamedActs('users').createUser}
        list={{ columns }}
        selecting={{ nameOf: ({ email }) => email }}
      />
      <MailNote>{t.userList.mailStored}</MailNote>
      <OpenedAct rows={frame.listing.rows} acts={acts} />
      {renewed && <NewPasswordDialog account={renewed} onClose={() => setRenewed(null)} />}
    </>
  );
}

/** The acts on accounts. The own one cannot be deleted. */
function useUserActs(
  { ownId, onDone, onRemove }: SectionProps,
  onSaved: (account: Account) => void,
): readonly RecordAct<Account>[] {
  const { userList: t } = useNamespace('admin');
  const named = useNamedActs('users');
  return [
    {
      ...named.edit,
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
      ...named.delete,
      isDangerous: true,
      isFor: ({ id }) => named.delete.isFor?.() !== false && id !== ownId,
      label: ({ email }) => t.deleteUser(email),
      renderDialog: ([account], close) => (
        <DeleteUserDialog account={account} onRemove={onRemove} onClose={close} />
      ),
    },
  ];
}
