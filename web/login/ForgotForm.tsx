import { requestPasswordMail } from '../data/accounts/credentials.ts';
import { getEnvironment } from '../data/environment.ts';
import { EmailField } from '../forms/TextField.tsx';
import { useForm } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { EntranceForm } from './EntranceForm.tsx';

export interface ForgotFormProps {
  /** As typed on the sign-in form. */
  readonly email: string;
  readonly onBack: (email: string) => void;
}

/** Requests a mail with a link. The response does not tell whether the account exists. */
export default function ForgotForm({ email, onBack }: ForgotFormProps) {
  const { login } = useMessages();
  const { forgot: t } = useNamespace('account');
  const isStored = getEnvironment().mail === 'stored';
  const form = useForm({
    initial: { email },
    schema: (schemas) => schemas.emailOnlySchema,
    submit: (values) => requestPasswordMail(values.email),
  });
  return (
    <>
      <EntranceForm title={t.title} intro={isStored ? t.introStored : t.intro} action={t.action} form={form}>
        <EmailField {...form.field('email')} label={login.email} autoComplete="username" />
      </EntranceForm>
      {form.done && (
        <Notice tone="success" className="mt-5">
          {isStored ? t.stored : t.sent}
        </Notice>
      )}
      <Button variant="quiet" onClick={() => onBack(form.values.email)} className="mt-3 w-full">
        {t.back}
      </Button>
    </>
  );
}
