import type { User } from '@supabase/auth-js';
import { Languages, LogOut } from 'lucide-react';
import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import andesUrl from '../content/illustrations/andes-line.svg';
import { useContent, useRelease } from '../content/ContentProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { useDialog } from '../ui/useDialog.ts';
import { askForRelease, waitingRelease } from '../content/releaseUpdates.ts';
import { adminKey } from './parts/useChange.ts';

const loadAccount = () => import('./account/AccountDialog.tsx');
const AccountDialog = lazy(loadAccount);

const buttonClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-control px-3 text-small font-semibold hover:bg-deep';

/** Brand, own account, language, sign-out. */
export function AdminHeader({ user }: { user: User }) {
  const { common, language } = useMessages();
  const { signOut } = useSession();
  const t = useNamespace('admin');
  useNewestRelease();
  const [showingAccount, setShowingAccount] = useState(false);
  const languages = useDialog();

  return (
    <header className="relative bg-night text-snow">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 flex h-6 justify-center overflow-hidden md:h-8"
      >
        <img src={andesUrl} alt="" className="h-full w-full max-w-none min-w-[60rem]" />
      </div>
      <div className="relative mx-auto flex max-w-7xl items-center gap-x-2 px-4 pt-2 pb-7 md:px-6 md:pb-9">
        <div className="min-w-0 flex-1 md:flex md:items-baseline md:gap-x-4">
          <p className="headline truncate text-lead">{useContent().company.name}</p>
          <button
            type="button"
            aria-label={`${t.account} ${user.email}`}
            onPointerEnter={() => void loadAccount().catch(() => undefined)}
            onClick={() => setShowingAccount(true)}
            className="flex min-h-11 max-w-full min-w-0 items-center text-small text-mist underline-offset-4 hover:underline"
          >
            <span className="truncate">
              <span className="hidden lg:inline">{t.account} </span>
              <span className="underline underline-offset-4">{user.email}</span>
            </span>
          </button>
        </div>
        <button type="button" title={language.button} onClick={languages.show} className={buttonClass}>
          <Languages size={24} />
          <span className="sr-only md:not-sr-only">{language.button}</span>
        </button>
        <button type="button" title={common.signOut} onClick={() => void signOut()} className={buttonClass}>
          <LogOut size={24} />
          <span className="sr-only md:not-sr-only">{common.signOut}</span>
        </button>
      </div>
      {showingAccount && (
        <Optional>
          <AccountDialog user={user} onClose={() => setShowingAccount(false)} />
        </Optional>
      )}
      <LanguagePanel open={languages.open} onClose={languages.close} />
    </header>
  );
}

/**
 * Shows the newest release as soon as it is there, so that the panel has the company's present name. No passenger touches the
 * panel: unlike a device, it need not wait.
 */
function useNewestRelease(): void {
  const { release, replace } = useRelease();
  useQuery({
    queryKey: [adminKey, 'newest-release'],
    queryFn: async () => {
      await askForRelease(release);
      const next = waitingRelease.get();
      if (next) replace(next);
      return next?.id ?? release.id;
    },
  });
}
