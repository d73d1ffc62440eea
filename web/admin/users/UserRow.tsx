import { Ban, ShieldCheck } from 'lucide-react';
import type { Account } from '../../data/admin/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { PlateTag } from '../parts/PlateTag.tsx';
import { RowActions } from '../parts/RowActions.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { useBreakpoint } from '../parts/useBreakpoint.ts';

export interface UserRowProps {
  readonly account: Account;
  /** It is the account of the administrator who is signed in, which cannot be deleted. */
  readonly own: boolean;
  readonly onOpen: (dialog: 'edit' | 'delete') => void;
}

export function UserRow({ account, own, onOpen }: UserRowProps) {
  const breakpoint = useBreakpoint();
  const { created, userList: t } = useNamespace('admin');
  const format = useFormat();
  const buttons = (
    <RowActions
      editLabel={t.editUser(account.email)}
      deleteLabel={t.deleteUser(account.email)}
      onEdit={() => onOpen('edit')}
      onDelete={own ? undefined : () => onOpen('delete')}
    />
  );
  const day = format.day(account.created_at);
  if (breakpoint === 'cards')
    return (
      <li className="flex flex-col gap-2 border-b border-line py-3 pr-2 pl-4">
        <div className="flex items-center justify-between gap-2">
          <h3 className="min-w-0">
            <Email account={account} own={own} />
          </h3>
          {buttons}
        </div>
        <AssignedDriver account={account} />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-soft">
          <RoleBadge account={account} />
          <span>
            {created} {day}
          </span>
        </div>
      </li>
    );
  return (
    <tr className="border-b border-line hover:bg-surface">
      <th scope="row" className="py-2.5 pr-2 pl-4 text-left font-normal">
        <Email account={account} own={own} />
        {breakpoint !== 'wide' && (
          <span className="block text-small text-ink-soft">
            {created} {day}
          </span>
        )}
      </th>
      <td className="px-2 py-2.5">
        <AssignedDriver account={account} />
      </td>
      <td className="px-2 py-2.5">
        <RoleBadge account={account} />
      </td>
      {breakpoint === 'wide' && <td className="px-2 py-2.5 text-ink-soft tabular-nums">{day}</td>}
      <td className="py-1 pr-1 pl-2">
        <div className="-ml-3">{buttons}</div>
      </td>
    </tr>
  );
}

function Email({ account, own }: { account: Account; own: boolean }) {
  const t = useNamespace('admin');
  // A long address breaks before its @.
  const at = account.email.lastIndexOf('@');
  const [name, domain] = [account.email.slice(0, at), account.email.slice(at)];
  return (
    <span className="font-semibold [overflow-wrap:anywhere]">
      {name}
      <wbr />
      {domain}
      {own && (
        <span className="ml-2 inline-block rounded-full bg-accent-soft px-2.5 text-small text-accent">
          {t.you}
        </span>
      )}
    </span>
  );
}

function AssignedDriver({ account: { driver } }: { account: Account }) {
  const t = useNamespace('admin');
  if (!driver) return <span className="text-ink-soft">{t.unassigned}</span>;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="min-w-0 [overflow-wrap:anywhere]">{driver.name}</span>
      <PlateTag driver={driver} />
    </span>
  );
}

function RoleBadge({ account: { role, blocked } }: { account: Account }) {
  const t = useNamespace('admin');
  return (
    <span className="flex flex-wrap gap-1.5">
      {blocked && (
        <span className="inline-flex items-center gap-1.5 rounded-full bg-danger-soft px-3 py-0.5 text-small font-semibold text-danger">
          <Ban size={16} />
          {t.userList.blocked}
        </span>
      )}
      <span
        className={classes(
          'inline-flex items-center gap-1.5 rounded-full px-3 py-0.5 text-small font-semibold',
          role === 'admin' ? 'bg-accent text-accent-ink' : 'bg-surface-sunken text-ink',
        )}
      >
        {role === 'admin' && <ShieldCheck size={16} />}
        {t.roles[role]}
      </span>
    </span>
  );
}
