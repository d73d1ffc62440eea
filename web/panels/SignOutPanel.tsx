import { LogOut, UserRound } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';

export interface SignOutPanelProps {
  readonly onCancel: () => void;
  readonly onAccount: () => void;
}

/** Asks before a passenger's stray touch takes the driver's screen away. The driver's own account is behind it. */
export default function SignOutPanel({ onCancel, onAccount }: SignOutPanelProps) {
  const { common, home } = useWords();
  const { signOut } = useSession();
  const [busy, setBusy] = useState(false);

  const confirm = () => {
    setBusy(true);
    void signOut();
  };

  return (
    <div className="flex flex-col gap-6">
      <p>{home.signOutText}</p>
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          variant="danger"
          busy={busy}
          onClick={confirm}
          icon={<LogOut size={22} aria-hidden="true" />}
          className="flex-1"
        >
          {common.signOut}
        </Button>
        <Button variant="secondary" onClick={onCancel} className="flex-1">
          {home.cancel}
        </Button>
      </div>
      <Button
        variant="quiet"
        onClick={onAccount}
        icon={<UserRound size={22} aria-hidden="true" />}
        className="-mb-2 self-center"
      >
        {home.account}
      </Button>
    </div>
  );
}
