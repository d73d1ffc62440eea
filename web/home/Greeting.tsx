import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useCompany } from '../content/ContentProvider.tsx';
import landscapeUrl from '../content/illustrations/welcome.svg';
import type { Driver } from '../data/drivers/drivers.ts';
import { greetings } from '../i18n/greetings.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { languageNames, languages, type Language } from '../i18n/languages.ts';
import { openModal } from '../ui/modal.ts';
import { DriverPhoto } from '../components/DriverPhoto.tsx';
import { Plate } from '../components/Plate.tsx';

/** The `ref` of the greeting. The screen below is at its top when the greeting goes. */
function openAtTop(dialog: HTMLDialogElement): () => void {
  window.scrollTo(0, 0);
  return openModal(dialog);
}

export interface GreetingProps {
  readonly driver: Driver;
  /** The text of the name sign, for a passenger who has just got in. */
  readonly sign?: string | null;
  /** The language of the booking: it comes first. */
  readonly booked?: Language | null;
  readonly onStart: () => void;
}

/** Greets the next passenger with the driver and a choice of five languages, in the same colours by day and by night. */
export function Greeting({ driver, sign = null, booked = null, onStart }: GreetingProps) {
  const { home } = useMessages();
  const { setLanguage } = useLanguage();
  const [loading, setLoading] = useState(false);

  const start = async (language: Language) => {
    setLoading(true);
    // Without a network the language may be missing: the screen then stays in the current one.
    await setLanguage(language).catch((error: unknown) =>
      console.error('The messages of a language could not be loaded', language, error),
    );
    onStart();
  };

  return (
    <dialog
      ref={openAtTop}
      aria-labelledby="greeting-brand"
      onCancel={(event) => {
        event.preventDefault();
        onStart();
      }}
      className="greeting"
    >
      <img src={landscapeUrl} alt="" className="greeting-picture" />
      <div className="greeting-content">
        <p id="greeting-brand" className="greeting-brand">
          {useCompany().name}
        </p>
        <section aria-label={home.driver} className="greeting-driver">
          <DriverPhoto driver={driver} className="greeting-photo" />
          <div className="min-w-0">
            <p className="headline text-title leading-tight lg:text-display">{driver.name}</p>
            <Plate plate={driver.license_plate} className="mt-3 lg:mt-5" />
          </div>
        </section>
        {sign !== null && <p className="greeting-sign">{sign}</p>}
        <LanguageChoices loading={loading} booked={booked} onChoose={(language) => void start(language)} />
      </div>
    </dialog>
  );
}

interface LanguageChoicesProps {
  readonly loading: boolean;
  readonly booked: Language | null;
  readonly onChoose: (next: Language) => void;
}

function LanguageChoices({ loading, booked, onChoose }: LanguageChoicesProps) {
  const inOrder = booked === null ? languages : [booked, ...languages.filter((each) => each !== booked)];
  return (
    <ul className="flex flex-col gap-[inherit]">
      {inOrder.map((language) => (
        <li key={language}>
          <button
            type="button"
            lang={language}
            aria-disabled={loading || undefined}
            data-booked={language === booked || undefined}
            onClick={() => onChoose(language)}
            className="greeting-choice"
          >
            <span className="greeting-hello">{greetings[language].hello}</span>
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
  );
}
