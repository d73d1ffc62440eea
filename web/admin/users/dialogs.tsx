import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  deleteAccount,
  devicesByLinks,
  endDevicesByLinks,
  updateAccount,
  type Account,
} from '../../data/accounts/users.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ChangeDialog, Consequences, DeleteDialog } from '../parts/dialogs.tsx';
import { Loading } from '../parts/Loading.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useBelongings } from '../parts/useBelongings.ts';

interface ActDialogProps {
  readonly account: Account;
}

/** Asks before an account is blocked: the sessions that this ends do not come back. */
export function BlockDialog({ account: { id, email } }: ActDialogProps) {
  const { userActs: t, userList, driverDeletion } = useNamespace('admin');
  return (
    <ChangeDialog
      title={t.block}
      action={t.block}
      change={() => updateAccount(id, { blocked: true })}
      done={userList.blockedUser(email)}
    >
      <p className="text-lead font-semibold [overflow-wrap:anywhere]">{email}</p>
      <Consequences intro={t.loses} items={[t.sessions, t.access]} />
      <Consequences intro={driverDeletion.stays} items={[t.account]} />
    </ChangeDialog>
  );
}

/** Signs out the devices that links of an account have signed in, as when the person leaves the office. */
export function LinkedDevicesDialog({ account: { id } }: ActDialogProps) {
  const { userActs: t, driverDeletion } = useNamespace('admin');
  const { data, error, refetch } = useQuery({
    queryKey: [adminKey, 'linkedDevices', id],
    queryFn: ({ signal }) => devicesByLinks(id, signal),
  });
  const names = data?.map(({ name, driver_name: driver }) => `${name} (${driver})`) ?? [];
  return (
    <ChangeDialog
      title={t.endDevices}
      action={t.endDevices}
      disabled={names.length === 0}
      change={() => endDevicesByLinks(id)}
      done={t.endedDevices}
    >
      {!data && <Loading error={error} retry={refetch} />}
      {data?.length === 0 && <p>{t.noLinkedDevices}</p>}
      {names.length > 0 && (
        <>
          <Consequences intro={t.linkedDevices} items={names} />
          <Consequences intro={driverDeletion.stays} items={[t.tablets]} />
        </>
      )}
    </ChangeDialog>
  );
}

/** Asks for confirmation, and whether to delete all data about the person with the account. */
export function DeleteUserDialog({ account, onRemove }: ActDialogProps & Pick<SectionProps, 'onRemove'>) {
  const { userDeletion: t, userList, removal } = useNamespace('admin');
  const [everything, setEverything] = useState(false);
  const { id, email, driver } = account;
  const belongings = useBelongings('driver', driver?.id ?? null).goes;
  const shifts = driver ? [t.shifts] : [];
  const record = driver ? [t.record(driver.name), ...belongings] : [];
  return (
    <DeleteDialog
      title={t.title}
      question={t.question(email)}
      intro={t.goes}
      goes={[t.access, ...(everything ? [t.photos, ...record] : [])]}
      stays={[...(everything ? shifts : record), t.others]}
      removal={{
        id,
        announcement: removal.user(email),
        done: userList.deleted(email),
        run: () => deleteAccount(id, everything),
      }}
      onRemove={onRemove}
    >
      <Checkbox
        label={t.everything}
        hint={t.everythingHint}
        checked={everything}
        onChange={setEverything}
        className="mt-5 min-h-11 items-start font-semibold [&>input]:mt-0.5"
      />
    </DeleteDialog>
  );
}

interface NewPasswordDialogProps extends ActDialogProps {
  readonly onClose: () => void;
}

/** Shows the password of a promoted account, once. */
export function NewPasswordDialog({ account, onClose }: NewPasswordDialogProps) {
  const { common } = useMessages();
  const { newPassword: t, roles } = useNamespace('admin');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className="flex justify-end">
          <Button size="compact" onClick={onClose}>
            {t.done}
          </Button>
        </div>
      }
    >
      <p className="[overflow-wrap:anywhere]">{t.text(account.email, roles[account.role])}</p>
      <p
        translate="no"
        className="mt-4 rounded-control bg-surface-sunken px-4 py-3 text-center font-mono text-lead select-all"
      >
        {account.new_password}
      </p>
    </Dialog>
  );
}
