import { LogOut } from 'lucide-react';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { UnsentEntries } from '../outbox/UnsentEntries.tsx';
import { Button } from '../ui/Button.tsx';

interface SignOutQuestionProps {
  readonly driverId: string;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

/** Asks before a sign-out, and says what the device has not sent yet. */
export function SignOutQuestion({ driverId, busy, onConfirm, onBack }: SignOutQuestionProps) {
  const { common, home } = useMessages();
  const { driver } = useNamespace('kiosk');
  return (
    <div className="flex flex-col gap-6">
      <p>{driver.signOutText}</p>
      <UnsentEntries driverId={driverId} />
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          variant="danger"
          busy={busy}
          onClick={onConfirm}
          icon={<LogOut size={22} aria-hidden="true" />}
          className="flex-1"
        >
          {common.signOut}
        </Button>
        <Button variant="secondary" onClick={onBack} className="flex-1">
          {home.cancel}
        </Button>
      </div>
    </div>
  );
}
