import { changeEmail } from '../data/account/credentials.ts';
import { useForm } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { TextField } from '../forms/TextField.tsx';
import { AccountForm } from './AccountForm.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { useFieldError } from '../forms/useFieldError.ts';
import { useSubmit } from '../forms/useSubmit.ts';

export interface EmailFormProps {
  /** The present address. */
  readonly email: string;
  /** Where it has been asked for already; otherwise the form asks. */
  readonly currentPassword?: string | undefined;
}

/** Changes the own address: at once, or after the links in the mails were opened, as the backend is configured. */
export function EmailForm({ email, currentPassword }: EmailFormProps) {
  const t = useArea('account');
  const form = useForm({ currentPassword: currentPassword ?? '', email: '' });
  const submit = useSubmit(async (element) => {
    const values = await form.validate(element, (schemas) => schemas.emailChangeSchema);
    if (!values) return null;
    const user = await changeEmail(values.email, currentPassword ?? values.currentPassword);
    form.setValue('email', '');
    if (currentPassword === undefined) form.setValue('currentPassword', '');
    return { waiting: user.new_email ?? null };
  });
  const { result } = submit;
  const done = result && (result.waiting === null ? t.email.done : t.email.waiting(result.waiting));
  return (
    <AccountForm
      title={t.email.title}
      intro={t.email.intro(email)}
      action={t.email.action}
      submit={submit}
      done={done}
    >
      <TextField
        {...form.bind('email')}
        label={t.email.label}
        error={useFieldError('email', form, submit.refusal)}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      {currentPassword === undefined && <CurrentPasswordField form={form} refusal={submit.refusal} />}
    </AccountForm>
  );
}
