import type { User } from '@supabase/auth-js';
import NewPasswordField from '../account/NewPasswordField.tsx';
import { changePassword, leaveRecovery } from '../data/account/credentials.ts';
import { useForm } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { EntranceFrame } from './EntranceFrame.tsx';

/** Asks for a new password after a recovery link; then the app's own screen follows. */
export default function NewPasswordScreen({ user }: { user: User }) {
  const { login } = useWords();
  const t = useArea('account');
  const form = useForm({
    initial: { password: '' },
    schema: (schemas) => schemas.newPasswordSchema,
    // The auth client then announces USER_UPDATED, which leads on.
    submit: ({ password }) => changePassword(password),
  });
  return (
    <EntranceFrame>
      <h2 className="headline text-title">{t.recovery.title}</h2>
      <p className="mt-2 text-ink-soft">
        {t.recovery.intro} <strong className="font-semibold break-words text-ink">{user.email}</strong>
      </p>
      <form noValidate className="mt-7 flex flex-col gap-5" onSubmit={form.onSubmit}>
        <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <NewPasswordField label={t.password.label} form={form} />
        <Button type="submit" busy={form.busy} className="mt-2 w-full">
          {form.busy ? login.processing : t.recovery.action}
        </Button>
      </form>
      {form.errorText && (
        <Notice tone="error" className="mt-5">
          {form.errorText}
        </Notice>
      )}
      <Button variant="quiet" onClick={() => void leaveRecovery()} className="mt-3 w-full">
        {t.recovery.cancel}
      </Button>
    </EntranceFrame>
  );
}
