import { lazy, startTransition, useDeferredValue, useEffect, useState, type ComponentType } from 'react';
import { displayedRating, type Driver } from '../data/drivers.ts';
import { photoUrl } from '../data/photoUrl.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { useDialog } from '../ui/useDialog.ts';
import { BookingCard } from './BookingCard.tsx';
import { HomeFooter } from './HomeFooter.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import { PanelDialog } from './PanelDialog.tsx';
import { loadPanel, preloadPanels, type PanelId } from './panels.ts';
import { TileGrid } from './TileGrid.tsx';

/** Parts outside the first picture wait this long, so that they do not slow it down. In milliseconds. */
const laterDelay = 300;
/** By this time the screen itself has loaded. In milliseconds. */
const preloadDelay = 1_500;
/** Shorter than a trip: the next passenger has not rated anything. In milliseconds. */
const thanksDuration = 10_000;

function later<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(async () => {
    await new Promise((resolve) => setTimeout(resolve, laterDelay));
    return load();
  });
}

const Companion = later(() => import('./Companion.tsx'));
const ConnectionBadge = later(() => import('../offline/ConnectionBadge.tsx'));
const PendingRatings = later(() => import('../ratings/PendingRatings.tsx'));

/** The stars of the last rating, shown instead of the average, and whether the thanks for it are shown. */
function useRated() {
  const [rated, setRated] = useState<{ readonly stars: number } | null>(null);
  const [thanked, setThanked] = useState(rated);
  const rate = (stars: number) => {
    const latest = { stars };
    setRated(latest);
    setTimeout(() => setThanked(latest), thanksDuration);
  };
  return { stars: rated?.stars, thanking: rated !== thanked, rate };
}

/** The open panel, if any. Loads the panels that passengers open once the screen itself has loaded. */
function usePanel() {
  const { language } = useLanguage();
  const [panel, setPanel] = useState<PanelId | null>(null);

  useEffect(() => {
    const timer = setTimeout(() => void preloadPanels(language), preloadDelay);
    return () => clearTimeout(timer);
  }, [language]);

  const open = (next: PanelId) => {
    void loadPanel(next, language);
    // A transition lets the tile react to the finger first, as in `useDialog`.
    startTransition(() => setPanel(next));
  };
  /** Closes the panel, or only the one given: the passenger may have opened another meanwhile. */
  const close = (only?: PanelId) =>
    setPanel((current) => (only === undefined || current === only ? null : current));
  return { panel, open, close };
}

/** The passenger's screen: the driver, the way to book, the panels and the rating. */
export default function HomeScreen({ driver }: { readonly driver: Driver }) {
  const { panel, open, close } = usePanel();
  const languages = useDialog();
  const { stars, thanking, rate } = useRated();

  // The driver first: laying out everything at once takes a slow phone twice as long, without reacting to touches.
  const complete = useDeferredValue(true, false);

  const rated = (given: number) => {
    rate(given);
    close('rating');
  };

  return (
    <div className="flex min-h-page flex-col">
      <HomeHeader
        driver={driver}
        rating={stars ?? displayedRating(driver)}
        connection={complete && <ConnectionBadge photoUrl={photoUrl(driver.photo_url)} />}
        onOpen={open}
        onLanguage={languages.show}
      />
      {complete && (
        <>
          <main className="mx-auto grid w-full max-w-360 flex-1 content-start gap-4 p-4 sm:gap-5 sm:p-6 md:content-stretch lg:py-5 md:grid-rows-[auto_1fr] lg:grid-cols-[18rem_1fr] lg:grid-rows-none lg:gap-6 xl:grid-cols-[22rem_1fr] xl:gap-8 xl:px-8">
            <BookingCard driverCode={driver.driver_code} />
            <TileGrid onOpen={open} />
          </main>
          <HomeFooter
            onRate={() => open('rating')}
            thanking={thanking}
            pending={<PendingRatings key={driver.id} driverId={driver.id} />}
          />
        </>
      )}
      <PanelDialog
        panel={panel}
        driver={driver}
        onClose={() => close()}
        onRated={rated}
        onAccount={() => open('account')}
      />
      <LanguagePanel open={languages.open} onClose={languages.close} />
      {complete && (
        <Optional>
          <Companion driver={driver} />
        </Optional>
      )}
    </div>
  );
}
