import { suggestedPasswordLength } from '../../shared/limits.ts';
import type { Form } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { passwordStrength } from './passwordStrength.ts';
import { useFieldError } from '../forms/useFieldError.ts';
import type { Refusal } from '../forms/useSubmit.ts';

export interface NewPasswordFieldProps {
  readonly label: string;
  readonly form: Pick<Form<'password'>, 'bind' | 'problem' | 'values'>;
  readonly refusal?: Refusal | null;
}

/** A password to be chosen, with a first judgement below it while it is typed. */
export default function NewPasswordField({ label, form, refusal }: NewPasswordFieldProps) {
  const { login } = useWords();
  const t = useArea('account');
  const { password } = form.values;
  const strength = password === '' ? 'short' : passwordStrength(password);
  const hints = {
    short: t.strength.short(suggestedPasswordLength),
    common: t.strength.common,
    enough: t.strength.enough,
  };
  return (
    <div>
      <PasswordField
        {...form.bind('password')}
        label={label}
        hint={hints[strength]}
        error={useFieldError('password', form, refusal)}
        autoComplete="new-password"
        showLabel={login.showPassword}
        hideLabel={login.hidePassword}
        required
      />
      <output className="sr-only">{password !== '' && hints[strength]}</output>
    </div>
  );
}
