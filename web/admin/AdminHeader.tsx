import type { User } from '@supabase/auth-js';
import { CircleUserRound, Languages, LogOut, Search, WifiOff } from 'lucide-react';
import { lazy, useState, type ReactNode, type RefObject } from 'react';
import { useQuery } from '@tanstack/react-query';
import { staffLanguages } from '../../shared/staff-languages.ts';
import andesUrl from '../content/illustrations/andes-line.svg';
import { useRelease } from '../content/ContentProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { CompanyName } from '../components/CompanyName.tsx';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { useConnected } from '../offline/connection.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { classes } from '../ui/classes.ts';
import { useDialog } from '../ui/useDialog.ts';
import { askForRelease, waitingRelease } from '../content/releaseUpdates.ts';
import { storedBookings } from './trips/intake/formerBookings.ts';
import { useStoredValue } from '../util/useSignal.ts';
import { ConfirmDialog } from './parts/dialogs.tsx';
import { adminKey } from './parts/useChange.ts';
import { useFormat } from './parts/useFormat.ts';

const loadAccount = () => import('./account/AccountDialog.tsx');
const AccountDialog = lazy(loadAccount);

/** The address of what the header and the places stand around. */
export const contentId = 'content';

const buttonClass =
  'inline-flex min-h-11 min-w-11 shrink-0 items-center justify-center gap-2 rounded-control px-3 text-small font-semibold hover:bg-deep max-md:px-2 hover:text-snow';

export interface AdminHeaderProps {
  readonly user: User;
  /** Takes the focus when the element that had it goes. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Shown from 1024 px. */
  readonly search: ReactNode;
  readonly help: ReactNode;
  /** Opens the search, on a phone. */
  readonly onSearch: () => void;
}

/** Brand, title, search, own account, language, sign-out. */
export function AdminHeader({ user, heading, search, help, onSearch }: AdminHeaderProps) {
  const t = useNamespace('admin');
  useNewestRelease();

  return (
    <header className="relative bg-night text-snow">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 flex h-3 justify-center overflow-hidden md:h-5"
      >
        <img src={andesUrl} alt="" className="h-full w-full max-w-none min-w-[60rem]" />
      </div>
      <div className="relative mx-auto flex max-w-[92rem] flex-wrap items-center gap-x-1 px-3 pt-1 pb-3 md:gap-x-2 md:px-6 md:pb-5 lg:flex-nowrap lg:px-5">
        <p className="headline min-w-0 truncate text-lead [text-wrap:nowrap] max-md:hidden md:mr-2 lg:max-w-64 lg:shrink-0">
          <CompanyName />
        </p>
        <h1
          ref={heading}
          tabIndex={-1}
          className="headline leading-tight outline-none max-md:min-w-0 max-md:flex-1 max-md:text-small md:text-lead lg:whitespace-nowrap"
        >
          {t.title}
        </h1>
        <SkipLink />
        <div className="w-72 shrink-0 max-lg:hidden lg:ml-auto xl:w-72">{search}</div>
        <button
          type="button"
          aria-label={t.find.label}
          title={t.find.label}
          onClick={onSearch}
          className={classes(buttonClass, 'lg:hidden')}
        >
          <Search size={24} />
        </button>
        <AccountButton user={user} />
        {help}
        {/* A phone has no room for them in one row: they stand with all places, in words. */}
        <div className="contents max-md:hidden">
          <SessionButtons account={user.id} labelClass="sr-only xl:not-sr-only xl:whitespace-nowrap" />
        </div>
      </div>
      <Offline />
    </header>
  );
}

/** Leads the keyboard past the header and the places. It shows itself to those who reach it. */
function SkipLink() {
  const t = useNamespace('admin');
  return (
    <a
      href={`#${contentId}`}
      className="fixed top-2 left-2 z-30 rounded-control bg-copper-light px-4 py-2.5 font-semibold text-night not-focus:sr-only"
    >
      {t.skip}
    </a>
  );
}

/** Names the own account, and opens it. */
function AccountButton({ user }: Pick<AdminHeaderProps, 'user'>) {
  const t = useNamespace('admin');
  const [showingAccount, setShowingAccount] = useState(false);
  return (
    <>
      <button
        type="button"
        title={user.email}
        aria-label={`${t.account} ${user.email}`}
        onPointerEnter={() => void loadAccount().catch(() => undefined)}
        onClick={() => setShowingAccount(true)}
        className={classes(buttonClass, 'text-mist md:min-w-0 md:flex-1 md:justify-end lg:flex-initial')}
      >
        <CircleUserRound size={24} className="shrink-0" />
        <span className="truncate underline underline-offset-4 max-md:sr-only">{user.email}</span>
      </button>
      {showingAccount && (
        <Optional>
          <AccountDialog user={user} onClose={() => setShowingAccount(false)} />
        </Optional>
      )}
    </>
  );
}

interface SessionButtonsProps {
  readonly account: string;
  readonly labelClass?: string;
  /** There is room to say where the sign-out ends the session. */
  readonly saysScope?: boolean;
}

/** The language of the panel, and the sign-out. */
function SessionButtons({ labelClass = '', ...signOut }: SessionButtonsProps) {
  const { language } = useMessages();
  const languages = useDialog();
  return (
    <>
      <button type="button" title={language.button} onClick={languages.show} className={buttonClass}>
        <Languages size={24} />
        <span className={labelClass}>{language.button}</span>
      </button>
      <LanguagePanel offered={staffLanguages} open={languages.open} onClose={languages.close} />
      <SignOutButton labelClass={labelClass} {...signOut} />
    </>
  );
}

/** The same below all places, where a phone's header has no room for them. */
export function PhoneButtons({ account }: Pick<SessionButtonsProps, 'account'>) {
  return (
    <div className="mt-3 flex flex-wrap gap-2 md:hidden">
      <SessionButtons account={account} saysScope />
    </div>
  );
}

/** Says that the server cannot be reached, over the foot of the header: nothing below it moves. */
function Offline() {
  const { offline } = useNamespace('admin');
  if (useConnected() !== false) return null;
  return (
    <output className="absolute inset-x-0 bottom-0 mx-auto flex w-fit items-center gap-1.5 rounded-t-control bg-copper-light px-3 text-small font-semibold text-night">
      <WifiOff size={16} className="shrink-0" aria-hidden="true" />
      {offline}
    </output>
  );
}

/** Ends the session everywhere. It removes the bookings of this browser, and asks while there are any. */
function SignOutButton({ account, labelClass, saysScope = false }: SessionButtonsProps) {
  const { common } = useMessages();
  const { signOut } = useSession();
  const { leavingBookings: t, signOutEverywhere, onEveryDevice } = useNamespace('admin');
  const { count } = useFormat();
  const question = useDialog();
  const stored = storedBookings(account);
  const number = useStoredValue(stored)?.bookings.length ?? 0;
  const leave = () => {
    stored.remove();
    void signOut();
  };
  return (
    <>
      <button
        type="button"
        title={saysScope ? undefined : signOutEverywhere}
        onClick={() => (number > 0 ? question.show() : leave())}
        className={buttonClass}
      >
        <LogOut size={24} />
        <span className={labelClass}>{common.signOut}</span>
        {saysScope && <span className="font-normal">{onEveryDevice}</span>}
      </button>
      {question.open && (
        <ConfirmDialog
          title={t.title(number, count(number))}
          action={t.confirm}
          onConfirm={leave}
          onClose={question.close}
        >
          <p>{t.text}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/**
 * Shows the newest release as soon as it is there, so that the panel has the company's present name. No passenger touches the
 * panel: unlike a device, it need not wait.
 */
function useNewestRelease(): void {
  const { release, replace } = useRelease();
  useQuery({
    queryKey: [adminKey, 'release-update'],
    queryFn: async () => {
      await askForRelease(release);
      const next = waitingRelease.get();
      if (next) replace(next);
      return next?.id ?? release.id;
    },
  });
}
