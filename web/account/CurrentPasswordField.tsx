import type { Form } from '../entrance/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';

export interface CurrentPasswordFieldProps {
  readonly form: Pick<Form<'currentPassword'>, 'bind' | 'problem'>;
}

/** The proof that it is the owner who changes something. */
export function CurrentPasswordField({ form }: CurrentPasswordFieldProps) {
  const { errors, login } = useWords();
  const t = useArea('account');
  const problem = form.problem('currentPassword');
  return (
    <PasswordField
      {...form.bind('currentPassword')}
      label={t.currentPassword}
      error={problem && errors.field[problem]}
      autoComplete="current-password"
      showLabel={login.showPassword}
      hideLabel={login.hidePassword}
      required
    />
  );
}
