import type { Credentials } from '../../../shared/validation.ts';
import {
  createAccount,
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
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { MailNote } from '../parts/MailNote.tsx';
import { useChangeForm, type ChangeForm } from '../parts/useChange.ts';

interface UserDialogProps {
  /** Null: a new account. */
  readonly account: Account | null;
  /** It is the account of the administrator who is signed in. */
  readonly own: boolean;
  readonly onSaved: (account: Account) => void;
  readonly onClose?: () => void;
}

/** Creates or edits an account. */
export function UserDialog({ account, own, onSaved, onClose }: UserDialogProps) {
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
