import { requestPasswordMail } from '../data/account/credentials.ts';
import { TextField } from '../forms/TextField.tsx';
import { useForm } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface ForgotFormProps {
  /** As typed on the sign-in form. */
  readonly email: string;
  readonly onBack: (email: string) => void;
}

/** Requests a mail with a link. The response does not tell whether the account exists. */
export default function ForgotForm({ email, onBack }: ForgotFormProps) {
  const { login } = useWords();
  const { forgot } = useArea('account');
  const form = useForm({
    initial: { email },
    schema: (schemas) => schemas.emailOnlySchema,
    submit: async (values) => {
      await requestPasswordMail(values.email);
      return 'sent';
    },
  });
  return (
    <>
      <h2 className="headline text-title">{forgot.title}</h2>
      <p className="mt-2 text-ink-soft">{forgot.intro}</p>
      <form noValidate className="mt-7 flex flex-col gap-5" onSubmit={form.onSubmit}>
        <TextField
          {...form.field('email')}
          label={login.email}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" busy={form.busy} className="mt-2 w-full">
          {form.busy ? login.processing : forgot.action}
        </Button>
      </form>
      {form.errorText && (
        <Notice tone="error" className="mt-5">
          {form.errorText}
        </Notice>
      )}
      {form.result && (
        <Notice tone="success" className="mt-5">
          {forgot.sent}
        </Notice>
      )}
      <Button variant="quiet" onClick={() => onBack(form.values.email)} className="mt-3 w-full">
        {forgot.back}
      </Button>
    </>
  );
}
