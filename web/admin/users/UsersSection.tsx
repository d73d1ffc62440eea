import { UsersRound } from 'lucide-react';
import { useState } from 'react';
import { getAuth } from '../../data/client.ts';
import { accountsPerPage, deleteAccount, listAccounts, type Account } from '../../data/admin/users.ts';
import { useArea } from '../../i18n/areas.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import { SearchField } from '../parts/SearchField.tsx';
import type { SectionProps } from '../parts/section.ts';
import { Table } from '../parts/Table.tsx';
import { useListing } from '../parts/useListing.ts';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { NewPasswordDialog } from './NewPasswordDialog.tsx';
import { UserDialog } from './UserDialog.tsx';
import { UserRow } from './UserRow.tsx';

export interface UsersSectionProps extends SectionProps {
  /** The administrator who is signed in. */
  readonly ownId: string;
}

type OpenDialog =
  | { readonly name: 'edit' | 'delete'; readonly account: Account }
  | { readonly name: 'password'; readonly email: string; readonly password: string }
  | null;

/** All accounts: search, pages, editing, deletion. */
export function UsersSection({ location, hidden, onDone, onRemove, ownId }: UsersSectionProps) {
  const t = useArea('admin');
  const { search, page, setSearch, setPage } = location;
  const listing = useListing('users', search, page, listAccounts);
  const rows = listing.rows?.filter(({ id }) => !hidden.has(id));
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);

  const saved = ({ id, email, new_password: password }: Account) => {
    setDialog(password === undefined ? null : { name: 'password', email, password });
    onDone(t.userList.saved(email));
    // The session holds a copy of the own e-mail, which the header shows.
    if (id === ownId) void getAuth().refreshSession();
  };

  return (
    <>
      <SearchField label={t.userList.search} clearLabel={t.clearSearch} value={search} onSearch={setSearch} />
      <ListFrame
        listing={{ ...listing, rows, total: listing.total - hidden.size }}
        search={search}
        perPage={accountsPerPage}
        onPage={setPage}
        onClearSearch={() => setSearch('')}
        empty={<EmptyState title={t.userList.empty} icon={<UsersRound size={44} aria-hidden="true" />} />}
      >
        <Users accounts={rows ?? []} ownId={ownId} onOpen={(name, account) => setDialog({ name, account })} />
      </ListFrame>
      {dialog?.name === 'edit' && (
        <UserDialog
          account={dialog.account}
          own={dialog.account.id === ownId}
          onSaved={saved}
          onBlocked={({ email, blocked }) => {
            close();
            onDone(blocked ? t.userList.blockedUser(email) : t.userList.unblockedUser(email));
          }}
          onClose={close}
        />
      )}
      {dialog?.name === 'password' && (
        <NewPasswordDialog email={dialog.email} password={dialog.password} onClose={close} />
      )}
      {dialog?.name === 'delete' && (
        <DeleteUserDialog
          account={dialog.account}
          onConfirm={({ id, email }, everything) =>
            onRemove(close, {
              id,
              announcement: t.removal.user(email),
              done: t.userList.deleted(email),
              run: () => deleteAccount(id, everything),
            })
          }
          onClose={close}
        />
      )}
    </>
  );
}

interface UsersProps {
  readonly accounts: readonly Account[];
  readonly ownId: string;
  readonly onOpen: (dialog: 'edit' | 'delete', account: Account) => void;
}

function Users({ accounts, ownId, onOpen }: UsersProps) {
  const t = useArea('admin');
  const breakpoint = useBreakpoint();
  const rows = accounts.map((account) => (
    <UserRow
      key={account.id}
      account={account}
      own={account.id === ownId}
      breakpoint={breakpoint}
      onEdit={() => onOpen('edit', account)}
      onDelete={() => onOpen('delete', account)}
    />
  ));
  if (breakpoint === 'cards') return <ul aria-label={t.userList.caption}>{rows}</ul>;
  return (
    <Table
      caption={t.userList.caption}
      columns={[
        { label: t.email },
        { label: t.assignedDriver, width: 'w-50 lg:w-auto' },
        { label: t.role, width: 'w-42 lg:w-48' },
        ...(breakpoint === 'wide' ? [{ label: t.created, width: 'w-36' }] : []),
        { label: t.actions, width: 'w-28' },
      ]}
    >
      {rows}
    </Table>
  );
}
