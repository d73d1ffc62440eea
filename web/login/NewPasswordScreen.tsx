import type { User } from '@supabase/auth-js';
import NewPasswordField from '../account/NewPasswordField.tsx';
import { useSubmit } from '../forms/useSubmit.ts';
import { changePassword, leaveRecovery } from '../data/account/credentials.ts';
import { EntranceFrame } from './EntranceFrame.tsx';
import { useForm } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** For whoever came by the link of a mail: a new password, then the screen behind it. */
export default function NewPasswordScreen({ user }: { user: User }) {
  const { errors, login } = useWords();
  const t = useArea('account');
  const form = useForm({ password: '' });
  const { busy, failure, refusal, onSubmit } = useSubmit(async (element) => {
    const values = await form.validate(element, (schemas) => schemas.newPasswordSchema);
    // The auth client then announces USER_UPDATED, which leads on.
    if (values) await changePassword(values.password);
    return values;
  });
  return (
    <EntranceFrame>
      <h2 className="headline text-title">{t.recovery.title}</h2>
      <p className="mt-2 text-ink-soft">
        {t.recovery.intro} <strong className="font-semibold break-words text-ink">{user.email}</strong>
      </p>
      <form noValidate className="mt-7 flex flex-col gap-5" onSubmit={onSubmit}>
        <input type="text" autoComplete="username" value={user.email ?? ''} readOnly hidden />
        <NewPasswordField label={t.password.label} form={form} refusal={refusal} />
        <Button type="submit" busy={busy} className="mt-2 w-full">
          {busy ? login.processing : t.recovery.action}
        </Button>
      </form>
      {failure && (
        <Notice tone="error" className="mt-5">
          {describeError(failure.error, errors)}
        </Notice>
      )}
      <Button variant="quiet" onClick={() => void leaveRecovery()} className="mt-3 w-full">
        {t.recovery.cancel}
      </Button>
    </EntranceFrame>
  );
}
