import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { getAuth } from '../../data/session/auth.ts';
import { downloadPersonalData } from '../../data/accounts/personalData.ts';
import { listAccounts, updateAccount, userRoles, type Account } from '../../data/accounts/users.ts';
import { accountSorts } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import { useList } from '../parts/list/useList.tsx';
import { OpenedAct, type RecordAct } from '../parts/record/acts.tsx';
import { useFinish, type SectionProps } from '../parts/section.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { useUserColumns } from './columns.tsx';
import { BlockDialog, DeleteUserDialog, LinkedDevicesDialog, NewPasswordDialog } from './dialogs.tsx';
import { UserDialog } from './UserDialog.tsx';

/** All accounts: search, pages, editing, deletion. */
export default function UsersSection(props: SectionProps) {
  const { ownId } = props;
  const finish = useFinish();
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
    finish(t.userList.saved(account.email));
    if (account.new_password !== undefined) setRenewed(account);
    // The session holds a copy of the own e-mail, which the header shows.
    if (account.id === ownId) void getAuth().refreshSession();
  };
  const acts = useUserActs(props, saved);
  const columns = useUserColumns(ownId, acts);

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

/** The acts on accounts. The own one can be neither blocked nor deleted. */
function useUserActs(
  { ownId, onRemove }: SectionProps,
  onSaved: (account: Account) => void,
): readonly RecordAct<Account>[] {
  const { userList: t, userActs } = useNamespace('admin');
  const named = useNamedActs('users');
  const isOther = ({ id }: Account) => id !== ownId;
  return [
    {
      ...named.edit,
      label: ({ email }) => t.editUser(email),
      renderDialog: ([account]) => <UserDialog account={account} own={!isOther(account)} onSaved={onSaved} />,
    },
    {
      ...named.download,
      change: async ({ id, email }) => {
        await downloadPersonalData(email, id);
        return { one: userActs.downloaded(email) };
      },
    },
    {
      ...named.unblock,
      isFor: ({ blocked }) => blocked,
      change: async ({ id, email }) => {
        await updateAccount(id, { blocked: false });
        return { one: t.unblockedUser(email) };
      },
    },
    {
      ...named.endDevices,
      isDangerous: true,
      renderDialog: ([account]) => <LinkedDevicesDialog account={account} />,
    },
    {
      ...named.block,
      isDangerous: true,
      isFor: (account) => !account.blocked && isOther(account),
      renderDialog: ([account]) => <BlockDialog account={account} />,
    },
    {
      ...named.delete,
      isDangerous: true,
      isFor: (account) => named.delete.isFor?.() !== false && isOther(account),
      label: ({ email }) => t.deleteUser(email),
      renderDialog: ([account]) => <DeleteUserDialog account={account} onRemove={onRemove} />,
    },
  ];
}
