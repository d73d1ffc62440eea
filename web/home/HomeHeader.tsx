import { Languages, LockKeyhole, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCompany } from '../content/ContentProvider.tsx';
import andesUrl from '../content/illustrations/andes-line.svg';
import { taglineOf } from '../../shared/content/fares.ts';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Text } from '../i18n/Text.tsx';
import { HoldButton } from '../ui/HoldButton.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { CompanyName } from '../components/CompanyName.tsx';
import { DriverCard } from './DriverCard.tsx';
import type { PanelId } from './panels.ts';

/** How long the driver's button has to be held. */
const holdMs = 2_000;
/** A longer name of the company is set smaller. */
const longNameChars = 16;
/** The logo takes as much room as these. */
const logoChars = 6;

/** SAMU, Bomberos and Carabineros, as in all of Chile. */
const emergencyNumbers = ['131', '132', '133'];

export interface HomeHeaderProps {
  readonly driver: DriverAtWheel;
  /** Stars, 1 to 5, to one decimal; null for a driver whom the company shows as new. */
  readonly rating: number | null;
  /** The notice of a lost connection, which loads later. It lies over the Andes, so that nothing moves. */
  readonly connection: ReactNode;
  readonly onOpen: (panel: PanelId) => void;
  readonly onLanguage: () => void;
}

function Controls({ onOpen, onLanguage }: Pick<HomeHeaderProps, 'onOpen' | 'onLanguage'>) {
  const { home, language } = useMessages();
  return (
    <div className="home-controls">
      <button type="button" onClick={onLanguage} aria-label={language.button} className="home-control">
        <Languages size={26} aria-hidden="true" />
        <span className="hidden sm:inline">{language.button}</span>
      </button>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${home.emergency}: ${emergencyNumbers.join(', ')}`}
        onClick={() => onOpen('emergency')}
        className="home-control home-emergency"
      >
        <span>{emergencyNumbers.join(' ')}</span>
      </button>
      <button
        type="button"
        onClick={() => onOpen('display')}
        aria-label={home.display}
        title={home.display}
        className="home-control"
      >
        <SunMoon size={26} aria-hidden="true" />
      </button>
      <HoldButton
        label={home.holdForDriverMenu}
        durationMs={holdMs}
        onHeld={() => onOpen('driverMenu')}
        className="home-control"
      >
        <LockKeyhole size={24} aria-hidden="true" />
      </HoldButton>
    </div>
  );
}

/** Sticks to the top, except where it would leave no room: on a low screen and with the largest text. */
export function HomeHeader({ driver, rating, connection, onOpen, onLanguage }: HomeHeaderProps) {
  const company = useCompany();
  const { name, logo } = company;
  return (
    <header className="home-header">
      <div aria-hidden="true" className="home-andes">
        <img src={andesUrl} alt="" />
      </div>
      <div className="home-header-row">
        <div className="home-company">
          <p
            className="home-brand"
            data-long={name.length + (logo ? logoChars : 0) > longNameChars ? '' : undefined}
          >
            <CompanyName />
          </p>
          <p className="home-tagline">
            <Text words={taglineOf(company, driver.vehicle?.class)} />
          </p>
        </div>
        <Controls onOpen={onOpen} onLanguage={onLanguage} />
        <DriverCard driver={driver} rating={rating} onOpen={() => onOpen('driver')} className="home-driver" />
      </div>
      <div className="absolute inset-x-0 bottom-1 mx-auto max-w-360 px-4 sm:px-6 md:bottom-2">
        {/* Not before: React would show the tiles only when the code of a notice inside a boundary on the screen has loaded. */}
        {connection && <Optional>{connection}</Optional>}
      </div>
    </header>
  );
}
