import type { User } from '@supabase/auth-js';
import NewPasswordField from '../account/NewPasswordField.tsx';
import { changePassword, endThisSession } from '../data/accounts/credentials.ts';
import { useForm } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import { EntranceFrame } from './EntranceFrame.tsx';

/** Asks for a new password after a recovery link; then the app's own screen follows. */
export default function NewPasswordScreen({ user }: { user: User }) {
  const { recovery: t, password } = useNamespace('account');
  const form = useForm({
    initial: { password: '' },
    schema: (schemas) => schemas.newPasswordSchema,
    // The auth client then announces USER_UPDATED, which leads on.
    submit: (values) => changePassword(values.password),
  });
  return (
    <EntranceFrame>
      <EntranceForm title={t.title} intro={t.intro} email={user.email} action={t.action} form={form}>
        <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <NewPasswordField label={password.label} form={form} />
      </EntranceForm>
      <Button variant="quiet" onClick={() => void endThisSession()} className="mt-3 w-full">
        {t.cancel}
      </Button>
    </EntranceFrame>
  );
}
