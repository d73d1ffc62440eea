import { suggestedPasswordLength } from '../../shared/limits.ts';
import type { FormFields } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { passwordStrength } from './passwordStrength.ts';

export interface NewPasswordFieldProps {
  readonly label: string;
  readonly form: FormFields<'password'>;
}

/** Asks for a new password and judges its strength while it is typed. */
export default function NewPasswordField({ label, form }: NewPasswordFieldProps) {
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
        {...form.field('password')}
        label={label}
        hint={hints[strength]}
        autoComplete="new-password"
        showLabel={login.showPassword}
        hideLabel={login.hidePassword}
        required
      />
      <output className="sr-only">{password !== '' && hints[strength]}</output>
    </div>
  );
}
