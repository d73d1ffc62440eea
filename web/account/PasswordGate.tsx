import { useState } from 'react';
import { confirmPassword, requestPasswordMail } from '../data/account/credentials.ts';
import { useForm } from '../forms/useForm.ts';
import { useArea } from '../i18n/areas.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';
import { useSubmit } from '../forms/useSubmit.ts';

export interface PasswordGateProps {
  readonly email: string;
  /** The reason for asking; by default, to open the account. */
  readonly intro?: string;
  /** The password was right. */
  readonly onOpen: (currentPassword: string) => void;
}

/**
 * Keeps the account from whoever holds the driver's tablet. It does not show the address either; who has no
 * password, or has forgotten it, gets a mail.
 */
export function PasswordGate({ email, intro, onOpen }: PasswordGateProps) {
  const { errors, login } = useWords();
  const t = useArea('account');
  const form = useForm({ currentPassword: '' });
  const opening = useSubmit(async (element) => {
    const values = await form.validate(element, (schemas) => schemas.currentPasswordSchema);
    if (!values) return null;
    await confirmPassword(email, values.currentPassword);
    onOpen(values.currentPassword);
    return {};
  });
  const [mail, setMail] = useState<'sending' | 'sent' | { readonly error: unknown } | null>(null);

  const sendMail = async () => {
    setMail('sending');
    try {
      await requestPasswordMail(email);
      setMail('sent');
    } catch (error) {
      setMail({ error });
    }
  };

  const failure = opening.failure ?? (typeof mail === 'object' ? mail : null);
  return (
    <form noValidate onSubmit={opening.onSubmit} className="flex flex-col gap-5">
      <p className="text-ink-soft">{intro ?? t.gate.intro}</p>
      <CurrentPasswordField form={form} refusal={opening.refusal} />
      <Button type="submit" busy={opening.busy} className="w-full">
        {opening.busy ? login.processing : t.gate.action}
      </Button>
      {failure && <Notice tone="error">{describeError(failure.error, errors)}</Notice>}
      {mail === 'sent' ? (
        <Notice tone="success">{t.gate.sent}</Notice>
      ) : (
        <Button variant="quiet" busy={mail === 'sending'} onClick={() => void sendMail()} className="-mb-2">
          {t.gate.forgot}
        </Button>
      )}
    </form>
  );
}
