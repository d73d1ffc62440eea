import { suggestedPasswordCharacters } from '../../shared/limits.ts';
import { PasswordField } from '../forms/PasswordField.tsx';
import type { FormFields } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { passwordStrength } from './passwordStrength.ts';

export interface NewPasswordFieldProps {
  readonly label: string;
  readonly form: FormFields<'password'>;
}

/** Asks for a new password and judges its strength while it is typed. */
export default function NewPasswordField({ label, form }: NewPasswordFieldProps) {
  const { strength: t } = useNamespace('account');
  const { password } = form.values;
  const hints = { ...t, short: t.short(suggestedPasswordCharacters) };
  const hint = hints[password === '' ? 'short' : passwordStrength(password)];
  return (
    <div>
      <PasswordField {...form.field('password')} label={label} hint={hint} autoComplete="new-password" />
      <output className="sr-only">{password !== '' && hint}</output>
    </div>
  );
}
