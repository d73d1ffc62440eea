import { useEffect, useId, useRef } from 'react';
import type { Account } from '../../data/admin/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField } from '../../forms/PasswordField.tsx';
import { EmailField } from '../../forms/TextField.tsx';
import type { Form } from '../../forms/useForm.ts';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { RoleField } from './RoleField.tsx';
import { UserActs } from './UserActs.tsx';
import { useUserForm, type UserValues } from './useUserForm.ts';

export interface UserDialogProps {
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
  const { common } = useMessages();
  const t = useNamespace('admin');
  const form = useUserForm(account, onSaved);
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const isNew = account === null;

  useEffect(() => {
    // A new account begins with its address; an edit may begin with any field.
    if (isNew) element.current?.querySelector('input')?.focus();
  }, [isNew]);

  const close = () => {
    if (!form.busy) onClose();
  };

  return (
    <Dialog
      open
      onClose={close}
      title={account ? t.userForm.editTitle : t.userForm.createTitle}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button size="compact" variant="secondary" onClick={close}>
            {t.cancel}
          </Button>
          <Button size="compact" type="submit" form={formId} busy={form.busy}>
            {account ? t.save : t.userForm.create}
          </Button>
        </div>
      }
    >
      <form ref={element} id={formId} noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
        <AccountFields form={form} account={account} own={own} />
      </form>
      {account && onBlocked && (
        <UserActs
          account={account}
          own={own}
          onDone={(message) => {
            onClose();
            onBlocked(message);
          }}
        />
      )}
    </Dialog>
  );
}

interface AccountFieldsProps extends Pick<UserDialogProps, 'account' | 'own'> {
  readonly form: Form<UserValues, void>;
}

function AccountFields({ form, account, own }: AccountFieldsProps) {
  const t = useNamespace('admin');
  const creates = form.values.role === 'admin' && account === null;
  const promotes = form.values.role === 'admin' && account?.role === 'driver';
  return (
    <>
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      <EmailField {...form.field('email')} label={t.email} autoComplete="off" />
      <PasswordField
        {...form.field('password')}
        label={account ? t.userForm.newPassword : t.userForm.password}
        hint={account ? t.userForm.newPasswordHint : undefined}
        autoComplete="new-password"
        required={!account}
      />
      <RoleField
        value={form.values.role}
        own={own}
        note={promotes ? t.userForm.promotion : creates ? t.userForm.administrator : undefined}
        error={form.fieldError('role')}
        onChange={(role) => form.setValue('role', role)}
      />
      <DriverPicker
        value={form.values.driver}
        error={form.fieldError('driver')}
        onChange={(driver) => form.setValue('driver', driver)}
      />
    </>
  );
}
