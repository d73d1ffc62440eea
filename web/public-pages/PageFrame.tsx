import { Languages } from 'lucide-react';
import type { ReactNode } from 'react';
import andesUrl from '../content/illustrations/andes-line.svg';
import { useCompany } from '../content/ContentProvider.tsx';
import skyUrl from '../content/illustrations/night-sky.svg';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { Text } from '../i18n/Text.tsx';
import { languageNames } from '../i18n/languages.ts';
import { taglineOf } from '../../shared/content/fares.ts';
import { CompanyName } from '../components/CompanyName.tsx';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { classes } from '../ui/classes.ts';
import { useDialog } from '../ui/useDialog.ts';

/**
 * The header of every public page: the company and the language.
 * @param andes shows the Andes under the night sky; a page with a picture of its own has none
 */
export function PageFrame({ andes, children }: { readonly andes: boolean; readonly children: ReactNode }) {
  const { language: words } = useMessages();
  const { language } = useLanguage();
  const company = useCompany();
  const languages = useDialog();
  return (
    <div className="flex min-h-page flex-col">
      <header className="relative bg-night text-snow">
        {andes && (
          <div aria-hidden="true" className="absolute inset-0 overflow-hidden">
            <img src={skyUrl} alt="" className="absolute size-full object-cover" />
            <img
              src={andesUrl}
              alt=""
              className="absolute bottom-0 left-1/2 h-8 w-full max-w-none min-w-[60rem] -translate-x-1/2 md:h-12"
            />
          </div>
        )}
        <div
          className={classes(
            'relative mx-auto flex max-w-300 flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4 sm:px-8',
            andes ? 'pb-11 md:pb-16' : 'pb-4',
          )}
        >
          <div className="min-w-min flex-[1_1_9rem]">
            <p className="headline text-[min(1.25rem,11vw)] leading-tight md:text-title">
              <CompanyName />
            </p>
            <p className="mt-0.5 text-tag leading-snug text-balance text-haze md:text-body">
              <Text words={taglineOf(company)} />
            </p>
          </div>
          <button
            type="button"
            onClick={languages.show}
            aria-label={`${words.button}: ${languageNames[language]}`}
            className="-mt-1 -mr-2 ml-auto inline-flex min-h-[56px] shrink-0 items-center gap-2 rounded-control border-2 border-ocean bg-deep px-3.5 font-semibold transition-colors hover:bg-ocean"
          >
            <Languages size={24} aria-hidden="true" />
            {languageNames[language]}
          </button>
        </div>
      </header>
      {children}
      <LanguagePanel open={languages.open} onClose={languages.close} />
    </div>
  );
}
