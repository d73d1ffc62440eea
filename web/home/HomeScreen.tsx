import { lazy, startTransition, Suspense, useCallback, useDeferredValue, useEffect, useState } from 'react';
import { displayedRating, type Driver } from '../data/drivers.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { Boundary } from '../ui/Boundary.tsx';
import { useDialog } from '../ui/useDialog.ts';
import { BookingCard } from './BookingCard.tsx';
import { HomeFooter } from './HomeFooter.tsx';
import { HomeHeader } from './HomeHeader.tsx';
import { PanelDialog } from './PanelDialog.tsx';
import { loadPanel, preloadPanels, type PanelId } from './panels.ts';
import { TileGrid } from './TileGrid.tsx';

const Companion = lazy(() => import('./Companion.tsx'));

/** What is not on the first picture waits this long, so that it does not slow that down. In milliseconds. */
const companionDelay = 300;
/** After this long nothing of the screen itself is still loading. */
const preloadDelay = 1_500;

/** What the passenger sees: the driver, the way to book, seven things to know, the rating. */
export default function HomeScreen({ driver }: { readonly driver: Driver }) {
  const { language } = useLanguage();
  const [panel, setPanel] = useState<PanelId | null>(null);
  const languages = useDialog();
  const [accompanied, setAccompanied] = useState(false);
  const [submitted, setSubmitted] = useState<{ readonly stars: number } | null>(null);

  // Who drives comes first. Laying out all at once takes a slow phone twice as long, and it answers to nothing meanwhile.
  const complete = useDeferredValue(true, false);

  useEffect(() => {
    const timer = setTimeout(() => void preloadPanels(language), preloadDelay);
    return () => clearTimeout(timer);
  }, [language]);

  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setAccompanied(true)), companionDelay);
    return () => clearTimeout(timer);
  }, []);

  const open = (next: PanelId) => {
    void loadPanel(next, language);
    // The tile answers to the finger first, as in `useDialog`.
    startTransition(() => setPanel(next));
  };
  const close = useCallback(() => setPanel(null), []);
  const rated = useCallback((stars: number) => {
    setSubmitted({ stars });
    // Whoever closed the dialog meanwhile may have opened another.
    setPanel((current) => (current === 'rating' ? null : current));
  }, []);

  return (
    <div className="flex min-h-page flex-col">
      <HomeHeader
        driver={driver}
        rating={submitted?.stars ?? displayedRating(driver)}
        onDriver={() => open('driver')}
        onLanguage={languages.show}
        onDisplay={() => open('display')}
        onDriverMenu={() => open('driverMenu')}
      />
      {complete && (
        <>
          <main className="mx-auto grid w-full max-w-360 flex-1 content-start gap-4 p-4 sm:gap-5 sm:p-6 md:content-stretch lg:py-5 md:grid-rows-[auto_1fr] lg:grid-cols-[18rem_1fr] lg:grid-rows-none lg:gap-6 xl:grid-cols-[22rem_1fr] xl:gap-8 xl:px-8">
            <BookingCard driverCode={driver.driver_code} />
            <TileGrid onOpen={open} />
          </main>
          <HomeFooter onRate={() => open('rating')} submitted={submitted} />
        </>
      )}
      <PanelDialog
        panel={panel}
        driver={driver}
        onClose={close}
        onRated={rated}
        onAccount={() => open('account')}
      />
      <LanguagePanel open={languages.open} onClose={languages.close} />
      {accompanied && (
        <Boundary fallback={() => null}>
          <Suspense fallback={null}>
            <Companion driver={driver} />
          </Suspense>
        </Boundary>
      )}
    </div>
  );
}
