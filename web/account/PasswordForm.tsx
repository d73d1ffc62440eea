import { changePassword } from '../data/account/credentials.ts';
import { useForm } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { AccountForm } from './AccountForm.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import NewPasswordField from './NewPasswordField.tsx';
import { useSubmit } from '../forms/useSubmit.ts';

export interface PasswordFormProps {
  /** The address of the account, for password managers. */
  readonly email: string;
  /** Where it has been asked for already; otherwise the form asks. */
  readonly currentPassword?: string | undefined;
  readonly onChanged?: (password: string) => void;
}

/** Changes the own password. Every other session of the account ends with it. */
export function PasswordForm({ email, currentPassword, onChanged }: PasswordFormProps) {
  const t = useArea('account');
  const form = useForm({ currentPassword: currentPassword ?? '', password: '' });
  const submit = useSubmit(async (element) => {
    const values = await form.validate(element, (schemas) => schemas.passwordChangeSchema);
    if (!values) return null;
    await changePassword(values.password, currentPassword ?? values.currentPassword);
    form.setValue('password', '');
    if (currentPassword === undefined) form.setValue('currentPassword', '');
    onChanged?.(values.password);
    return {};
  });
  return (
    <AccountForm
      title={t.password.title}
      action={t.password.action}
      submit={submit}
      done={submit.result && t.password.done}
    >
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {currentPassword === undefined && <CurrentPasswordField form={form} refusal={submit.refusal} />}
      <NewPasswordField label={t.password.label} form={form} refusal={submit.refusal} />
    </AccountForm>
  );
}
