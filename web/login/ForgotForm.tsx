import { useSubmit } from '../forms/useSubmit.ts';
import { requestPasswordMail } from '../data/account/credentials.ts';
import { useForm } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextField } from '../forms/TextField.tsx';

export interface ForgotFormProps {
  /** What was typed on the sign-in form. */
  readonly email: string;
  readonly onBack: (email: string) => void;
}

/** Asks for a link by mail. What it answers is the same whether or not there is such an account. */
export default function ForgotForm({ email, onBack }: ForgotFormProps) {
  const { errors, login } = useWords();
  const { forgot } = useArea('account');
  const form = useForm({ email });
  const { busy, failure, result, onSubmit } = useSubmit(async (element) => {
    const values = await form.validate(element, (schemas) => schemas.emailOnlySchema);
    if (values) await requestPasswordMail(values.email);
    return values;
  });
  const problem = form.problem('email');
  return (
    <>
      <h2 className="headline text-title">{forgot.title}</h2>
      <p className="mt-2 text-ink-soft">{forgot.intro}</p>
      <form noValidate className="mt-7 flex flex-col gap-5" onSubmit={onSubmit}>
        <TextField
          {...form.bind('email')}
          label={login.email}
          error={problem && errors.field[problem]}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" busy={busy} className="mt-2 w-full">
          {busy ? login.processing : forgot.action}
        </Button>
      </form>
      {failure && (
        <Notice tone="error" className="mt-5">
          {describeError(failure.error, errors)}
        </Notice>
      )}
      {result && (
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
