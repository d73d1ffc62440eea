import type { Form } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { useFieldError } from '../forms/useFieldError.ts';
import type { Refusal } from '../forms/useSubmit.ts';

export interface CurrentPasswordFieldProps {
  readonly form: Pick<Form<'currentPassword'>, 'bind' | 'problem' | 'values'>;
  readonly refusal: Refusal | null;
}

/** The proof that it is the owner who changes something. */
export function CurrentPasswordField({ form, refusal }: CurrentPasswordFieldProps) {
  const { login } = useWords();
  const t = useArea('account');
  return (
    <PasswordField
      {...form.bind('currentPassword')}
      label={t.currentPassword}
      error={useFieldError('currentPassword', form, refusal)}
      autoComplete="current-password"
      showLabel={login.showPassword}
      hideLabel={login.hidePassword}
      required
    />
  );
}
