import { useId, useState } from 'react';
import { deleteAccount, type Account } from '../../data/admin/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { Consequences } from '../parts/Consequences.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useBelongings } from '../parts/useBelongings.ts';

export interface DeleteUserDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Asks for confirmation, and whether to delete all data about the person with the account. */
export function DeleteUserDialog({ account, onRemove, onClose }: DeleteUserDialogProps) {
  const { userDeletion: t, driverDeletion, userList, removal } = useNamespace('admin');
  const [everything, setEverything] = useState(false);
  const id = useId();
  const { id: accountId, email, driver } = account;
  const belongings = useBelongings('driver', driver?.id ?? null);
  const record = driver ? [t.record(driver.name), ...belongings] : [];
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
      <Consequences
        intro={driverDeletion.goes}
        items={[t.access, ...(everything ? [t.photos, ...record] : [])]}
      />
      <Consequences intro={driverDeletion.stays} items={[...(everything ? [] : record), t.others]} />
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
