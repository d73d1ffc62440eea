import { useQuery } from '@tanstack/react-query';
import { Ban, Download, LockOpen } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { Credentials } from '../../../shared/validation.ts';
import { downloadPersonalData } from '../../data/accounts/personalData.ts';
import {
  createAccount,
  devicesByLinks,
  endDevicesByLinks,
  isPromotion,
  updateAccount,
  userRoles,
  type Account,
  type AccountChanges,
  type UserRole,
} from '../../data/accounts/users.ts';
import { optionsOf } from '../../forms/options.ts';
import { PasswordField } from '../../forms/PasswordField.tsx';
import { RadioField } from '../../forms/RadioField.tsx';
import { EmailField } from '../../forms/TextField.tsx';
import type { Form } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import { adminKey, useChange, useChangeForm, type ChangeForm } from '../parts/useChange.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

interface UserDialogProps {
  /** Null: a new account. */
  readonly account: Account | null;
  /** It is the account of the administrator who is signed in. */
  readonly own: boolean;
  readonly onSaved: (account: Account) => void;
  /** The account was blocked or unblocked, as the message says. */
  readonly onBlocked?: (message: string) => void;
  readonly onClose: () => void;
}

/** Creates or edits an account. */
export function UserDialog({ account, own, onSaved, onBlocked, onClose }: UserDialogProps) {
  const { userForm: t } = useNamespace('admin');
  const form = useUserForm(account, onSaved);
  return (
    <FormDialog
      title={account ? t.editTitle : t.createTitle}
      action={account ? undefined : t.create}
      width="narrow"
      form={form}
      onClose={onClose}
      // A new account begins with its address; an edit may begin with any field.
      focusesField={account === null}
      formClass="flex flex-col gap-5"
      after={
        account &&
        onBlocked && (
          <UserActs
            account={account}
            own={own}
            onDone={(message) => {
              onClose();
              onBlocked(message);
            }}
          />
        )
      }
    >
      <AccountFields form={form} account={account} own={own} />
    </FormDialog>
  );
}

interface AccountFieldsProps extends Pick<UserDialogProps, 'account' | 'own'> {
  readonly form: Form<UserValues, void>;
}

function AccountFields({ form, account, own }: AccountFieldsProps) {
  const t = useNamespace('admin');
  const { role, driver } = form.values;
  const isNew = account === null;
  const promotes = account !== null && isPromotion(account.role, role);
  const staysDriver = account !== null && account.role !== 'driver' && role === 'driver' && driver !== null;
  const note = promotes
    ? t.userForm.promotion
    : isNew
      ? t.userForm.roleHints[role]
      : staysDriver
        ? t.userForm.staysDriver(driver.name)
        : undefined;
  return (
    <>
      <EmailField {...form.field('email')} label={t.email} autoComplete="off" />
      <PasswordField
        {...form.field('password')}
        label={account ? t.userForm.newPassword : t.userForm.password}
        hint={account ? t.userForm.newPasswordHint : undefined}
        autoComplete="new-password"
        required={!account}
      />
      {!account && <MailNote>{t.userForm.mailStored}</MailNote>}
      <RadioField
        label={t.role}
        options={optionsOf(userRoles, t.roles)}
        disabled={own}
        hint={form.fieldError('role') ? undefined : own ? t.userForm.ownRole : note}
        {...form.control('role')}
      />
      {(!isNew || role === 'driver') && <DriverPicker {...form.control('driver')} />}
    </>
  );
}

interface UserActsProps {
  readonly account: Account;
  /** It is the account of the administrator who is signed in, which cannot be blocked. */
  readonly own: boolean;
  /** Announces that the account was blocked or unblocked. */
  readonly onDone: (message: string) => void;
}

/** Acts on an account that need no form: block it, download the person's data. */
function UserActs({ account, own, onDone }: UserActsProps) {
  const { userActs: t, userList } = useNamespace('admin');
  const id = useId();
  const { blocked } = account;
  const blocking = useChange(
    () => updateAccount(account.id, { blocked: !blocked }),
    (changed) => onDone((changed.blocked ? userList.blockedUser : userList.unblockedUser)(changed.email)),
  );
  const download = useChange(
    () => downloadPersonalData(account.email, account.id),
    () => undefined,
  );
  const errorText = blocking.errorText ?? download.errorText;
  return (
    <section aria-labelledby={id} className="mt-7 flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={id} className="headline text-lead">
        {t.title}
      </h3>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      <Act hint={t.downloadHint}>
        <SmallButton busy={download.busy} icon={Download} onClick={() => download.run()}>
          {t.download}
        </SmallButton>
      </Act>
      <LinkedDevices account={account} onDone={onDone} />
      {!own && (
        <Act hint={blocked ? t.unblockHint : t.blockHint}>
          <SmallButton
            variant={blocked ? 'secondary' : 'danger'}
            busy={blocking.busy}
            icon={blocked ? LockOpen : Ban}
            onClick={() => blocking.run()}
          >
            {blocked ? t.unblock : t.block}
          </SmallButton>
        </Act>
      )}
    </section>
  );
}

/** The devices that are signed in by links of this account, to sign them out when the person leaves the office. */
function LinkedDevices({ account, onDone }: Pick<UserActsProps, 'account' | 'onDone'>) {
  const { userActs: t } = useNamespace('admin');
  const { data: devices = [] } = useQuery({
    queryKey: [adminKey, 'linkedDevices', account.id],
    queryFn: ({ signal }) => devicesByLinks(account.id, signal),
  });
  const ending = useChange(
    () => endDevicesByLinks(account.id),
    () => onDone(t.endedDevices),
  );
  if (devices.length === 0) return null;
  const names = devices.map(({ name, driver_name: driver }) => `${name} (${driver})`).join(', ');
  return (
    <Act hint={t.endDevicesHint(names)}>
      {ending.errorText && <Notice tone="error">{ending.errorText}</Notice>}
      <SmallButton variant="danger" busy={ending.busy} onClick={() => ending.run()}>
        {t.endDevices}
      </SmallButton>
    </Act>
  );
}

function Act({ hint, children }: { readonly hint: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      {children}
      <p className="text-small text-ink-soft">{hint}</p>
    </div>
  );
}

interface UserValues extends Credentials {
  readonly role: UserRole;
  readonly driver: DriverOption | null;
}

/** The differences from the account as it is; an empty object when there are none. */
function changesOf(account: Account, { email, password, role, driver }: UserValues): AccountChanges {
  return {
    ...(email !== account.email && { email }),
    ...(password !== '' && { password }),
    ...(role !== account.role && { role }),
    ...(driver?.id !== account.driver?.id && { driver_id: driver?.id ?? null }),
  };
}

async function saveAccount(account: Account | null, values: UserValues): Promise<Account> {
  if (!account) {
    const { email, password, role, driver } = values;
    // The driver may have been chosen before the role.
    const link = role === 'driver' && driver !== null && { driver_id: driver.id };
    return createAccount({ email, password, role, ...link });
  }
  const changes = changesOf(account, values);
  return Object.keys(changes).length === 0 ? account : updateAccount(account.id, changes);
}

/** The draft of an account. `account` is null for a new one. */
function useUserForm(account: Account | null, onSaved: (saved: Account) => void): ChangeForm<UserValues> {
  return useChangeForm<UserValues, Account>({
    initial: {
      email: account?.email ?? '',
      password: '',
      role: account?.role ?? 'driver',
      driver: account?.driver ?? null,
    },
    draft: account ? `account:${account.id}` : 'account',
    changesRecord: account !== null,
    notStored: ['password'],
    schema: (schemas) => (account ? schemas.existingAccountSchema : schemas.credentialsSchema),
    save: (values) => saveAccount(account, values),
    onSaved,
  });
}
