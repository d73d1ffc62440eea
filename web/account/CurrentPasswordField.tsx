import { PasswordField } from '../forms/PasswordField.tsx';
import type { FormFields } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';

/** Proves that the owner of the account makes the change. */
export function CurrentPasswordField({ form }: { readonly form: FormFields<'currentPassword'> }) {
  const { currentPassword } = useArea('account');
  return (
    <PasswordField
      {...form.field('currentPassword')}
      label={currentPassword}
      autoComplete="current-password"
    />
  );
}
