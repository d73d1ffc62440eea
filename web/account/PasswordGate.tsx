import { confirmPassword, requestPasswordMail } from '../data/accounts/credentials.ts';
import { useAction } from '../forms/useAction.ts';
import { useForm } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { CurrentPasswordField } from './CurrentPasswordField.tsx';

export interface PasswordGateProps {
  readonly email: string;
  /** The reason for asking; by default, to open the account. */
  readonly intro?: string;
  /** Called with the right password. */
  readonly onOpen: (currentPassword: string) => void;
}

/**
 * Keeps passengers who hold the device out of the driver's account, whose address it does not show either. Drivers
 * without a password, or who have forgotten it, get a mail.
 */
export function PasswordGate({ email, intro, onOpen }: PasswordGateProps) {
  const { login } = useMessages();
  const { gate: t } = useNamespace('account');
  const form = useForm({
    initial: { currentPassword: '' },
    schema: (schemas) => schemas.currentPasswordSchema,
    submit: async ({ currentPassword }) => {
      await confirmPassword(email, currentPassword);
      onOpen(currentPassword);
    },
  });
  const mail = useAction(() => requestPasswordMail(email));
  const errorText = form.errorText ?? mail.errorText;
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex flex-col gap-5">
      <p className="text-ink-soft">{intro ?? t.intro}</p>
      <CurrentPasswordField form={form} />
      <Button type="submit" busy={form.busy} className="w-full">
        {form.busy ? login.processing : t.action}
      </Button>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      {mail.done ? (
        <Notice tone="success">{t.sent}</Notice>
      ) : (
        <Button variant="quiet" busy={mail.busy} onClick={() => mail.run()} className="-mb-2">
          {t.forgot}
        </Button>
      )}
    </form>
  );
}
