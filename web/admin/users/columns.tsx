import { Ban, Briefcase, ShieldCheck } from 'lucide-react';
import type { Account } from '../../data/accounts/users.ts';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { actionsColumn, dayColumn, type Column } from '../parts/list/List.tsx';
import { Badge, TimeAgo } from '../parts/list/cells.tsx';
import { RowButtons, type RecordAct } from '../parts/record/acts.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { csvFlag, csvTime } from '../../util/csvText.ts';

const quiet = 'py-0.5 text-small text-ink-soft tabular-nums';

/** The columns of the accounts: address, driver, role, first day, last sign-in, actions. */
export function useUserColumns(
  ownId: string,
  acts: readonly RecordAct<Account>[],
): readonly Column<Account>[] {
  const t = useNamespace('admin');
  const { roles } = useSpanishNamespace('admin');
  return [
    {
      id: 'email',
      label: t.email,
      cell: (account) => <Email account={account} own={account.id === ownId} />,
      onCard: 'title',
      file: { correo: ({ email }) => email },
    },
    {
      id: 'driver',
      label: t.assignedDriver,
      width: 'w-50 lg:w-auto',
      cell: (account) => <AssignedDriver account={account} />,
      onCard: 1,
      file: {
        conductor: ({ driver }) => driver?.name ?? '',
        patente: ({ driver }) => driver?.license_plate ?? '',
      },
    },
    {
      id: 'role',
      label: t.role,
      width: 'w-42',
      cell: (account) => <RoleBadge account={account} />,
      onCard: 2,
      file: {
        rol: ({ role }) => roles[role],
        'segundo paso': ({ has_second_factor: isSecured }) => csvFlag(isSecured),
        bloqueado: ({ blocked }) => csvFlag(blocked),
      },
    },
    ...useDayColumns(),
    actionsColumn(t.actions, 'w-38', (account) => (
      <RowButtons row={account} acts={acts} moreLabel={t.moreActions(account.email)} />
    )),
  ];
}

/** The first day and the last sign-in. */
function useDayColumns(): readonly Column<Account>[] {
  const t = useNamespace('admin');
  const format = useFormat();
  return [
    dayColumn({
      id: 'created',
      label: t.created,
      sort: 'created_at',
      className: quiet,
      cell: (account) => format.day(account.created_at),
      elsewhere: (account) => (
        <span className="block text-small text-ink-soft">
          {t.created} {format.day(account.created_at)}
        </span>
      ),
      foldsInto: 'email',
      onCard: 2,
      file: { creado: ({ created_at: time }) => csvTime(time) },
    }),
    dayColumn({
      id: 'signed-in',
      label: t.lastSignIn,
      className: quiet,
      cell: ({ last_sign_in_at: time }) => (time === null ? t.neverSignedIn : <TimeAgo time={time} />),
      file: { 'último ingreso': ({ last_sign_in_at: time }) => csvTime(time) },
    }),
  ];
}

function Email({ account, own }: { account: Account; own: boolean }) {
  const t = useNamespace('admin');
  // A long address breaks before its @.
  const at = account.email.lastIndexOf('@');
  const [name, domain] = [account.email.slice(0, at), account.email.slice(at)];
  return (
    <span className="font-semibold [overflow-wrap:anywhere]">
      <span>
        {name}
        <wbr />
        {domain}
      </span>
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
      <Plate variant="tag" plate={driver.license_plate} />
    </span>
  );
}

const roleStyles = {
  admin: { tone: 'bg-accent text-accent-ink', icon: <ShieldCheck size={16} /> },
  office: { tone: 'bg-accent-soft text-accent', icon: <Briefcase size={16} /> },
  driver: { tone: 'bg-surface-sunken text-ink' },
};

function RoleBadge({ account }: { account: Account }) {
  const { role, blocked, has_second_factor: isSecured } = account;
  const t = useNamespace('admin');
  return (
    <span className="flex flex-wrap gap-1.5">
      {blocked && (
        <Badge tone="bg-danger-soft text-danger" icon={<Ban size={16} />}>
          {t.userList.blocked}
        </Badge>
      )}
      <Badge {...roleStyles[role]}>{t.roles[role]}</Badge>
      {(isSecured || role !== 'driver') && (
        <span className="text-small text-ink-soft">
          {isSecured ? t.userList.secondStep : t.userList.noSecondStep}
        </span>
      )}
    </span>
  );
}
