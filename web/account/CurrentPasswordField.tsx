import { PasswordField } from '../forms/PasswordField.tsx';
import type { FormFields } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';

/** Proves that the owner of the account makes the change. */
export function CurrentPasswordField({ form }: { readonly form: FormFields<'currentPassword'> }) {
  const { currentPassword } = useNamespace('account');
  return (
    <PasswordField
      {...form.field('currentPassword')}
      label={currentPassword}
      autoComplete="current-password"
    />
  );
}
