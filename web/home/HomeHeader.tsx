import { Languages, LockKeyhole, SunMoon } from 'lucide-react';
import type { ReactNode } from 'react';
import andesUrl from '../content/illustrations/andes-line.svg';
import type { Driver } from '../data/drivers.ts';
import { getEnvironment } from '../data/environment.ts';
import { useTagline, useMessages } from '../i18n/LanguageProvider.tsx';
import { HoldButton } from '../ui/HoldButton.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { DriverCard } from './DriverCard.tsx';
import type { PanelId } from './panels.ts';

/** How long the driver's button has to be held. In milliseconds. */
const holdDuration = 2_000;

export interface HomeHeaderProps {
  readonly driver: Driver;
  /** Stars, 1 to 5, to one decimal. */
  readonly rating: number;
  /** The notice of a lost connection, which loads later. It lies over the Andes, so that nothing moves. */
  readonly connection: ReactNode;
  readonly onOpen: (panel: PanelId) => void;
  readonly onLanguage: () => void;
}

const control =
  'inline-flex min-h-[56px] min-w-[56px] items-center justify-center gap-2.5 rounded-control font-semibold transition-colors hover:bg-ocean active:bg-ocean';

function Controls({ onOpen, onLanguage }: Pick<HomeHeaderProps, 'onOpen' | 'onLanguage'>) {
  const { home, language } = useMessages();
  return (
    <div className="-mr-4 flex items-center self-start sm:gap-1 lg:order-last lg:mr-0 lg:grid lg:grid-cols-2">
      <button
        type="button"
        onClick={onLanguage}
        aria-label={language.button}
        className={`${control} border-2 border-ocean bg-deep px-3 lg:col-span-2`}
      >
        <Languages size={26} aria-hidden="true" />
        <span className="hidden sm:inline">{language.button}</span>
      </button>
      <button
        type="button"
        onClick={() => onOpen('display')}
        aria-label={home.display}
        title={home.display}
        className={control}
      >
        <SunMoon size={26} aria-hidden="true" />
      </button>
      <HoldButton
        label={home.holdForDriverMenu}
        duration={holdDuration}
        onHeld={() => onOpen('driverMenu')}
        className={`${control} text-haze hover:text-snow`}
      >
        <LockKeyhole size={24} aria-hidden="true" />
      </HoldButton>
    </div>
  );
}

/** Sticks to the top, except where it would leave no room: on a low screen and with the largest text. */
export function HomeHeader({ driver, rating, connection, onOpen, onLanguage }: HomeHeaderProps) {
  const tagline = useTagline();
  return (
    <header className="sticky top-0 z-10 bg-night text-snow larger:relative [@media(max-height:34rem)]:relative">
      <div
        aria-hidden="true"
        className="absolute inset-x-0 bottom-0 flex h-8 justify-center overflow-hidden md:h-15"
      >
        <img src={andesUrl} alt="" className="h-full w-full max-w-none min-w-[60rem]" />
      </div>
      <div className="relative mx-auto grid max-w-360 grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1.5 px-4 pt-2 pb-9 sm:px-6 md:gap-y-4 md:pt-4 md:pb-16 lg:grid-cols-[14rem_1fr_auto] lg:gap-x-6 xl:grid-cols-[22rem_1fr_auto] xl:gap-x-8 xl:px-8">
        <div className="contents lg:block lg:min-w-0">
          <p className="headline text-[1.125rem] leading-tight sm:text-lead md:text-title">
            {getEnvironment().brandName}
          </p>
          <p className="order-1 col-span-2 text-[0.8125rem] leading-snug text-balance text-haze md:-mt-3 md:text-body lg:mt-1 lg:max-w-[22ch]">
            {tagline}
          </p>
        </div>
        <Controls onOpen={onOpen} onLanguage={onLanguage} />
        <DriverCard
          driver={driver}
          rating={rating}
          onOpen={() => onOpen('driver')}
          className="order-2 col-span-2 lg:order-none lg:col-span-1"
        />
      </div>
      <div className="absolute inset-x-0 bottom-1 mx-auto max-w-360 px-4 sm:px-6 md:bottom-2 xl:px-8">
        <Optional>{connection}</Optional>
      </div>
    </header>
  );
}
