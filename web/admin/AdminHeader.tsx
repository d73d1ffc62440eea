import type { User } from '@supabase/auth-js';
import {
  CircleQuestionMark,
  CircleUserRound,
  Languages,
  LogOut,
  Search,
  WifiOff,
  type LucideIcon,
} from 'lucide-react';
import { lazy, type ComponentProps, type ReactNode, type RefObject } from 'react';
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
import type { SectionId } from './registry/sections.ts';

const loadAccount = () => import('./account/AccountDialog.tsx');
const AccountDialog = lazy(loadAccount);
const loadHelp = () => import('./help/HelpDialog.tsx');
const HelpDialog = lazy(loadHelp);

/** The address of what the header and the places stand around. */
export const contentId = 'content';

const barClass =
  'shrink-0 flex-col px-0.5 text-tag md:px-1.5 leading-tight xl:flex-row xl:gap-2 xl:px-2.5 xl:text-small';

export interface AdminHeaderProps {
  readonly user: User;
  /** Takes the focus when the element that had it goes. */
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** The section that is open, whose page of the guide the help opens. */
  readonly section: SectionId;
  /** Shown from 1024 px. */
  readonly search: ReactNode;
  /** Opens the search below that. */
  readonly onSearch: () => void;
}

/** Brand, title, search, own account, help, language, sign-out: one row, in words. */
export function AdminHeader({ user, heading, section, search, onSearch }: AdminHeaderProps) {
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
      <div className="relative mx-auto flex max-w-[92rem] items-center gap-x-1 px-3 pt-1 pb-3 md:gap-x-2 md:px-6 md:pb-5 lg:px-5">
        <div className="min-w-0 flex-1 leading-tight">
          <p className="headline truncate text-small leading-tight [text-wrap:nowrap] text-mist max-md:hidden">
            <CompanyName />
          </p>
          <h1
            ref={heading}
            tabIndex={-1}
            className="headline leading-tight outline-none max-md:text-small md:truncate md:text-body md:[text-wrap:nowrap] xl:text-lead"
          >
            {t.title}
          </h1>
        </div>
        <SkipLink />
        <div className="w-72 shrink-0 max-lg:hidden">{search}</div>
        <button
          type="button"
          aria-label={t.find.label}
          onClick={onSearch}
          className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-control border-2 border-sea bg-deep px-2 text-small text-mist hover:text-snow md:w-44 lg:hidden"
        >
          <Search size={20} className="shrink-0" />
          {t.find.open}
        </button>
        <AccountButton user={user} />
        <HelpButton section={section} name={t[section]} />
        {/* A phone has no room for them in one row: they stand with all places. */}
        <div className="contents max-md:hidden">
          <SessionButtons account={user.id} className={barClass} />
        </div>
      </div>
      <Offline />
    </header>
  );
}

interface HeaderButtonProps extends ComponentProps<'button'> {
  readonly icon: LucideIcon;
}

/** A button with its word, which stands below the icon where the row is short. */
function HeaderButton({ icon: Icon, className = barClass, children, ...button }: HeaderButtonProps) {
  return (
    <button
      type="button"
      {...button}
      className={classes(
        'inline-flex min-h-11 min-w-11 items-center justify-center rounded-control font-semibold hover:bg-deep hover:text-snow',
        className,
      )}
    >
      <Icon size={22} className="shrink-0" />
      {children}
    </button>
  );
}

interface DialogButtonProps extends HeaderButtonProps {
  readonly load: () => Promise<unknown>;
  readonly renderDialog: (close: () => void) => ReactNode;
}

/** Opens a dialog, which begins to load when a pointer comes near. */
function DialogButton({ load, renderDialog, ...button }: DialogButtonProps) {
  const { open, show, close } = useDialog();
  return (
    <>
      <HeaderButton {...button} onPointerEnter={() => void load().catch(() => undefined)} onClick={show} />
      {open && <Optional>{renderDialog(close)}</Optional>}
    </>
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

interface HelpButtonProps {
  readonly section: SectionId;
  /** The section's name. */
  readonly name: string;
}

/** Opens the page of the guide that belongs to the section. */
export function HelpButton({ section, name }: HelpButtonProps) {
  const t = useNamespace('admin');
  return (
    <DialogButton
      icon={CircleQuestionMark}
      load={loadHelp}
      aria-label={t.helpFor(name)}
      renderDialog={(close) => <HelpDialog section={section} onClose={close} />}
    >
      {t.help}
    </DialogButton>
  );
}

/** Names the own account, and opens it. */
function AccountButton({ user }: Pick<AdminHeaderProps, 'user'>) {
  const { account } = useNamespace('admin');
  return (
    <DialogButton
      icon={CircleUserRound}
      load={loadAccount}
      title={user.email}
      aria-label={`${account} ${user.email}`}
      renderDialog={(close) => <AccountDialog user={user} onClose={close} />}
    >
      <span className="lg:hidden">{account}</span>
      <span className="max-w-40 truncate underline underline-offset-4 max-lg:sr-only">{user.email}</span>
    </DialogButton>
  );
}

interface SessionButtonsProps {
  readonly account: string;
  readonly className: string;
  /** There is room to say where the sign-out ends the session. */
  readonly saysScope?: boolean;
}

/** The language of the panel, and the sign-out. */
function SessionButtons(props: SessionButtonsProps) {
  const { language } = useMessages();
  const languages = useDialog();
  return (
    <>
      <HeaderButton icon={Languages} onClick={languages.show} className={props.className}>
        {language.button}
      </HeaderButton>
      <LanguagePanel offered={staffLanguages} open={languages.open} onClose={languages.close} />
      <SignOutButton {...props} />
    </>
  );
}

/** The same below all places, where a phone's header has no room for them. */
export function PhoneButtons({ account }: Pick<SessionButtonsProps, 'account'>) {
  return (
    <div className="mt-3 flex flex-wrap gap-2 md:hidden">
      <SessionButtons account={account} saysScope className="gap-2 px-2 text-small" />
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
function SignOutButton({ account, className, saysScope = false }: SessionButtonsProps) {
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
      <HeaderButton
        icon={LogOut}
        title={saysScope ? undefined : signOutEverywhere}
        onClick={() => (number > 0 ? question.show() : leave())}
        className={className}
      >
        <span className="xl:whitespace-nowrap">{common.signOut}</span>
        {saysScope && <span className="font-normal">{onEveryDevice}</span>}
      </HeaderButton>
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
