import { PasswordField } from '../forms/PasswordField.tsx';
import type { FormFields } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';

export interface CurrentPasswordFieldProps {
  readonly form: FormFields<'currentPassword'>;
}

/** Proves that the owner of the account makes the change. */
export function CurrentPasswordField({ form }: CurrentPasswordFieldProps) {
  const { login } = useWords();
  const t = useArea('account');
  return (
    <PasswordField
      {...form.field('currentPassword')}
      label={t.currentPassword}
      autoComplete="current-password"
      showLabel={login.showPassword}
      hideLabel={login.hidePassword}
      required
    />
  );
}
