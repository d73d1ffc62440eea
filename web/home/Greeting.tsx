import { ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import landscapeUrl from '../content/illustrations/welcome.svg';
import type { Driver } from '../data/drivers.ts';
import { photoUrl } from '../data/photoUrl.ts';
import { getEnvironment } from '../data/environment.ts';
import { greetings } from '../i18n/greetings.ts';
import { useLanguage, useWords } from '../i18n/LanguageProvider.tsx';
import { languageNames, languages, type Language } from '../i18n/languages.ts';
import { Photo } from '../ui/Photo.tsx';
import { DriverPlate } from '../components/DriverPlate.tsx';

export interface GreetingProps {
  readonly driver: Driver;
  readonly onStart: () => void;
}

/**
 * The first thing the next passenger sees: who drives, and hello in five languages. One touch chooses the language.
 * Covers the screen, in the same colours by day and by night.
 */
export function Greeting({ driver, onStart }: GreetingProps) {
  const { home } = useWords();
  const { setLanguage } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [loading, setLoading] = useState<Language | null>(null);

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  const start = async (language: Language) => {
    setLoading(language);
    // Without a network a language may be missing: the screen then stays in the one that is there.
    await setLanguage(language).catch((error: unknown) => console.error('No words for', language, error));
    onStart();
  };

  return (
    <dialog
      ref={dialog}
      aria-labelledby="greeting-brand"
      onCancel={(event) => {
        event.preventDefault();
        onStart();
      }}
      className="greeting"
    >
      <img src={landscapeUrl} alt="" className="greeting-picture" />
      <div className="greeting-content">
        <p id="greeting-brand" className="greeting-brand headline">
          {getEnvironment().brandName}
        </p>
        <section aria-label={home.driver} className="greeting-driver">
          <Photo
            src={photoUrl(driver.photo_url)}
            name={driver.name}
            className="greeting-photo rounded-full border-4 border-copper-light"
          />
          <div className="min-w-0">
            <p className="headline text-title leading-tight lg:text-display">{driver.name}</p>
            <DriverPlate driver={driver} className="mt-3 lg:mt-5" />
          </div>
        </section>
        <ul className="greeting-languages">
          {languages.map((language) => (
            <li key={language}>
              <button
                type="button"
                lang={language}
                aria-disabled={loading !== null || undefined}
                onClick={() => void start(language)}
                className="greeting-choice"
              >
                <span className="headline greeting-hello">{greetings[language].hello}</span>
                <span className="min-w-0 flex-1">
                  <span className="block leading-tight font-semibold">{languageNames[language]}</span>
                  <span className="block text-small leading-snug text-mist">
                    {greetings[language].invitation}
                  </span>
                </span>
                <ChevronRight size={26} className="shrink-0 text-copper-light" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </dialog>
  );
}
