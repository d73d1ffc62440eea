import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCompany } from '../content/ContentProvider.tsx';
import posterUrl from '../content/illustrations/welcome.svg';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Text } from '../i18n/Text.tsx';
import { taglineOf } from '../../shared/content/fares.ts';
import { CompanyName } from '../components/CompanyName.tsx';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { useDialog } from '../ui/useDialog.ts';

export interface EntranceFrameProps {
  readonly children: ReactNode;
  /** Below the form: links. */
  readonly footer?: ReactNode;
}

/** A screen before the home screen: the poster beside the form, or above it on an upright tablet or a phone. */
export function EntranceFrame({ children, footer }: EntranceFrameProps) {
  const company = useCompany();
  const languages = useDialog();
  return (
    <div className="entrance">
      <header className="entrance-poster">
        <img src={posterUrl} alt="" className="entrance-picture" />
        <div className="relative flex items-start justify-between gap-4 px-5 py-4 text-snow sm:px-10 sm:py-8 lg:px-12 lg:py-12">
          <div className="min-w-0">
            <h1 className="headline text-display">
              <CompanyName />
            </h1>
            <p className="mt-1 max-w-[26ch] text-small text-balance text-mist sm:mt-2 sm:max-w-none sm:text-lead lg:max-w-[30ch]">
              <Text words={taglineOf(company)} />
            </p>
          </div>
          <LanguageButton className="lg:hidden" onClick={languages.show} />
        </div>
      </header>
      <div className="entrance-sheet">
        <div className="hidden justify-end px-8 pt-6 lg:flex">
          <LanguageButton onClick={languages.show} />
        </div>
        <main className="mx-auto flex w-full max-w-xl flex-1 flex-col justify-center px-5 pt-8 pb-4 sm:px-10 sm:pt-10 lg:py-6">
          {children}
        </main>
        {footer && <footer className="flex justify-center px-5 pb-6">{footer}</footer>}
      </div>
      <LanguagePanel open={languages.open} onClose={languages.close} />
    </div>
  );
}

export function SignOutButton() {
  const { common } = useMessages();
  const { signOut } = useSession();
  return (
    <Button variant="quiet" onClick={() => void signOut()} className="mt-3 w-full">
      {common.signOut}
    </Button>
  );
}

function LanguageButton({ className, onClick }: { className?: string; onClick: () => void }) {
  const { language } = useMessages();
  return (
    <button
      type="button"
      onClick={onClick}
      className={classes(
        'inline-flex min-h-14 shrink-0 items-center gap-2 rounded-control px-3 font-semibold hover:underline',
        className,
      )}
    >
      <Languages size={26} />
      {language.button}
    </button>
  );
}
