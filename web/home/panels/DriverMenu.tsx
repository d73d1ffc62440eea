import { ChevronRight, KeyRound, LogOut, UserRound, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { PasswordGate } from '../../account/PasswordGate.tsx';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { canHavePin, hasPin } from '../../account/pin/pin.ts';
import { PinGate } from '../../account/pin/PinGate.tsx';
import { PinSettings } from '../../account/pin/PinSettings.tsx';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { UnsentRatings } from '../../ratings/UnsentRatings.tsx';

export interface DriverMenuProps {
  readonly onAccount: () => void;
}

/** What lies behind the PIN. */
type Goal = 'signOut' | 'account' | 'pin';
type View = 'menu' | 'confirm' | 'pin' | { readonly gate: Goal };

/**
 * What a passenger must not reach: it opens to a held button only, and each thing in it to the driver's PIN, if there
 * is one. The first PIN takes the password of the account, so that no passenger sets it.
 */
export default function DriverMenu({ onAccount }: DriverMenuProps) {
  const { state, signOut } = useSession();
  const user = userOf(state);
  const [view, setView] = useState<View>('menu');
  const [leaving, setLeaving] = useState(false);
  const { id: userId = '', email = '' } = user ?? {};

  const open = (goal: Goal) => {
    if (goal === 'account') return onAccount();
    setView(goal === 'pin' ? 'pin' : 'confirm');
    if (goal === 'pin') return undefined;
    setLeaving(true);
    return void signOut();
  };
  const approach = (goal: Goal) => {
    if (hasPin(userId) || goal === 'pin') setView({ gate: goal });
    else open(goal);
  };

  if (view === 'menu')
    return (
      <Menu
        pinned={hasPin(userId)}
        onSignOut={() => setView('confirm')}
        onAccount={() => approach('account')}
        onPin={() => approach('pin')}
      />
    );
  if (view === 'confirm')
    return (
      <Confirmation busy={leaving} onConfirm={() => approach('signOut')} onBack={() => setView('menu')} />
    );
  if (view === 'pin') return <PinSettings userId={userId} />;
  const pass = () => open(view.gate);
  if (hasPin(userId)) return <PinGate userId={userId} email={email} onOpen={pass} />;
  return <PasswordGate email={email} onOpen={pass} />;
}

interface MenuProps {
  readonly pinned: boolean;
  readonly onSignOut: () => void;
  readonly onAccount: () => void;
  readonly onPin: () => void;
}

function Menu({ pinned, onSignOut, onAccount, onPin }: MenuProps) {
  const { common, home } = useWords();
  const { driver, pin } = useArea('kiosk');
  return (
    <>
      <p className="mb-4 text-ink-soft">{driver.intro}</p>
      <ul className="flex flex-col gap-3">
        <Item icon={LogOut} title={common.signOut} onPress={onSignOut} />
        <Item icon={UserRound} title={home.account} onPress={onAccount} />
        {canHavePin() && (
          <Item icon={KeyRound} title={pin.menu} line={pinned ? pin.active : pin.setUp} onPress={onPin} />
        )}
      </ul>
      {!canHavePin() && <p className="mt-4 text-small text-ink-soft">{pin.insecure}</p>}
    </>
  );
}

interface ItemProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly line?: string;
  readonly onPress: () => void;
}

function Item({ icon: Icon, title, line, onPress }: ItemProps) {
  return (
    <li>
      <button
        type="button"
        onClick={onPress}
        className="key flex min-h-16 w-full items-center gap-4 rounded-control px-4 py-2 text-left"
      >
        <Icon size={26} className="shrink-0 text-accent" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block text-lead leading-snug font-semibold">{title}</span>
          {line !== undefined && <span className="block text-small text-ink-soft">{line}</span>}
        </span>
        <ChevronRight size={24} className="shrink-0 text-ink-soft" aria-hidden="true" />
      </button>
    </li>
  );
}

interface ConfirmationProps {
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onBack: () => void;
}

function Confirmation({ busy, onConfirm, onBack }: ConfirmationProps) {
  const { common } = useWords();
  const { driver } = useArea('kiosk');
  return (
    <div className="flex flex-col gap-6">
      <div>
        <h3 className="headline mb-2 text-title">{driver.signOutTitle}</h3>
        <p>{driver.signOutText}</p>
      </div>
      <UnsentRatings />
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
          {driver.back}
        </Button>
      </div>
    </div>
  );
}
