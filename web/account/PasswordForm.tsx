import { changePassword } from '../data/accounts/credentials.ts';
import { useForm } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { AccountForm } from './AccountForm.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import NewPasswordField from './NewPasswordField.tsx';

export interface PasswordFormProps {
  /** The address of the account, for password managers. */
  readonly email: string;
  /** If it was entered before; otherwise the form asks for it. */
  readonly currentPassword?: string | undefined;
  readonly onChanged?: (password: string) => void;
}

/** Changes the own password. Every other session of the account ends with it. */
export function PasswordForm({ email, currentPassword, onChanged }: PasswordFormProps) {
  const { password: t } = useNamespace('account');
  const empty = { currentPassword: '', password: '' };
  const form = useForm({
    initial: empty,
    schema: (schemas) =>
      currentPassword === undefined ? schemas.passwordChangeSchema : schemas.newPasswordSchema,
    submit: async (values) => {
      await changePassword(values.password, currentPassword ?? values.currentPassword);
      form.setValues(() => empty);
      onChanged?.(values.password);
    },
  });
  return (
    <AccountForm text={t} variant="secondary" form={form} done={form.done && t.done}>
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {currentPassword === undefined && <CurrentPasswordField form={form} />}
      <NewPasswordField label={t.label} form={form} />
    </AccountForm>
  );
}
