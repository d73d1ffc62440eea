import { changeEmail } from '../data/accounts/credentials.ts';
import { getEnvironment } from '../data/environment.ts';
import { EmailField } from '../forms/TextField.tsx';
import { useForm } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { AccountForm } from './AccountForm.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

export interface EmailFormProps {
  /** The present address. */
  readonly email: string;
  /** If it was entered before; otherwise the form asks for it. */
  readonly currentPassword?: string | undefined;
}

/** Changes the own address: at once, or after the links in the mails were opened, as the backend is configured. */
export function EmailForm({ email, currentPassword }: EmailFormProps) {
  const { email: t } = useNamespace('account');
  const empty = { currentPassword: '', email: '' };
  const form = useForm({
    initial: empty,
    schema: (schemas) =>
      currentPassword === undefined ? schemas.emailChangeSchema : schemas.emailOnlySchema,
    submit: async (values) => {
      const waiting = await changeEmail(values.email, currentPassword ?? values.currentPassword);
      form.setValues(() => empty);
      return { waiting };
    },
  });
  const { result } = form;
  const waiting = getEnvironment().mail === 'stored' ? t.waitingStored : t.waiting;
  return (
    <AccountForm
      text={{ ...t, intro: t.intro(email) }}
      variant="secondary"
      form={form}
      done={result && (result.waiting === null ? t.done : waiting(result.waiting))}
    >
      <EmailField {...form.field('email')} label={t.label} autoComplete="email" />
      {currentPassword === undefined && <CurrentPasswordField form={form} />}
    </AccountForm>
  );
}
