import {
  lazy,
  memo,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappUrl } from '../content/links.ts';
import type { Driver } from '../data/drivers/drivers.ts';
import { isNewSignIn } from '../session/seenSignIn.ts';
import { driverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { photoUrl } from '../data/drivers/photoUrl.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { LanguagePanel } from '../components/LanguagePanel.tsx';
import { useShownRating } from '../reviews/useShownRating.ts';
import { storedSession } from '../data/session/storedSession.ts';
import { useOpenShift } from '../shift/openShift.ts';
import { Optional } from '../ui/Boundary.tsx';
import { useDialog } from '../ui/useDialog.ts';
import { afterFirstScreen, afterPaint } from '../util/firstScreen.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { BookingCard } from './BookingCard.tsx';
import { HomeFooter, type HomeFooterProps } from './HomeFooter.tsx';
import { HomeHeader, type HomeHeaderProps } from './HomeHeader.tsx';
import { referenceOf } from './referenceOf.ts';
import { PanelDialog, type PanelDialogProps } from './PanelDialog.tsx';
import { loadPanel, preloadPanels, type PanelId } from './panels.ts';
import { TileGrid } from './TileGrid.tsx';

/** For the preview, which takes everything of this screen from its one chunk. */
export { loadPanel };

/** By this time the parts that come after the screen have loaded. */
const preloadDelayMs = 1_500;
/** Without a signal there is no question; with a slow one, none before the next start. */
const questionTimeoutMs = 4_000;
/** A device that has slept since a press greets the next passenger, who has pressed nothing. */
const forgottenPressMs = 10_000;
/** Shorter than a trip: the next passenger has not rated anything. */
const thanksMs = 10_000;

function later<Props>(load: () => Promise<{ readonly default: ComponentType<Props> }>) {
  return lazy(async () => {
    await afterFirstScreen();
    return load();
  });
}

/** Whether the driver has just signed in, and may be asked for the vehicle or be told of documents. */
const isNewlySignedIn = () => isNewSignIn(storedSession()?.user.last_sign_in_at);

const HomeEffects = lazy(async () => {
  if (!isNewlySignedIn()) await afterFirstScreen();
  return import('./HomeEffects.tsx');
});
const ConnectionBadge = later(() => import('../offline/ConnectionBadge.tsx'));
const PendingReviews = later(() => import('../reviews/PendingReviews.tsx'));

/** The stars of the last rating, shown instead of the average, and whether the thanks for it are shown. */
function useRated() {
  const [rated, setRated] = useState<{ readonly stars: number } | null>(null);
  const [thanked, setThanked] = useState(rated);
  const rate = (stars: number) => {
    const latest = { stars };
    setRated(latest);
    setTimeout(() => setThanked(latest), thanksMs);
  };
  return { stars: rated?.stars, thanking: rated !== thanked, rate };
}

/** After a sign-in the tiles wait for the question to the driver: it never opens over a screen that can be used. */
function useQuestion() {
  const [comesFirst] = useState(isNewlySignedIn);
  const [isAwaited, setAwaited] = useState(comesFirst);
  const [isLate, setLate] = useState(false);
  const settle = useCallback(() => setAwaited(false), []);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setTimeout(() => {
      setLate(true);
      settle();
    }, questionTimeoutMs);
    return () => clearTimeout(timer);
  }, [isAwaited, settle]);
  return { comesFirst, isAwaited, isLate, settle };
}

/** The open panel, if any. Loads the panels that passengers open once the screen itself has loaded. */
function usePanel() {
  const { language } = useLanguage();
  const [panel, setPanel] = useState<PanelId | null>(null);

  useWhileShown(
    (signal) => {
      const preload = () => signal.aborted || preloadPanels(language);
      void afterFirstScreen().then(() => setTimeout(preload, preloadDelayMs));
    },
    [language],
  );

  const open = useCallback(
    (next: PanelId) => {
      void loadPanel(next, language);
      setPanel(next);
    },
    [language],
  );
  // The tile reacts to the finger first. A question to the driver does not wait: the tiles would come before it.
  const openAfterPress = useCallback(
    (next: PanelId) => {
      const pressedAt = Date.now();
      afterPaint(() => Date.now() - pressedAt < forgottenPressMs && open(next));
    },
    [open],
  );
  /** Closes the panel, or only the one given: the passenger may have opened another meanwhile. */
  const close = (only?: PanelId) =>
    setPanel((current) => (only === undefined || current === only ? null : current));
  return { panel, open, openAfterPress, close };
}

interface ScreenProps extends HomeHeaderProps, Pick<HomeFooterProps, 'thanking' | 'pending'> {
  /** Without it only the header is drawn. */
  readonly complete: boolean;
}

/** All that stands under the panels, which open and close without drawing it again. */
const Screen = memo(function Screen(props: ScreenProps) {
  const { driver, rating, connection, onOpen, onLanguage, thanking, pending, complete } = props;
  const { home } = useMessages();
  const bookingUrl = whatsappUrl(useCompany(), home.bookingMessage(referenceOf(driver)));
  return (
    <>
      <HomeHeader
        driver={driver}
        rating={rating}
        connection={connection}
        onOpen={onOpen}
        onLanguage={onLanguage}
      />
      {complete && (
        <>
          <main className="home-main" data-booking={bookingUrl === null ? undefined : ''}>
            {bookingUrl !== null && <BookingCard url={bookingUrl} onOpen={() => onOpen('booking')} />}
            <TileGrid driver={driver} onOpen={onOpen} />
          </main>
          <HomeFooter onRate={() => onOpen('rating')} thanking={thanking} pending={pending} />
        </>
      )}
    </>
  );
});

export interface PassengerScreenProps extends PanelDialogProps, ScreenProps {
  /** Stands beside the screen: dialogs, and what has no place of its own. */
  readonly children?: ReactNode;
}

/** The passenger's screen without state of its own: the header, the tiles, the footer, the open panel. */
export function PassengerScreen(props: PassengerScreenProps) {
  const { panel, atOnce = false, onClose, onRated, children, ...screen } = props;
  return (
    <div className="passenger flex min-h-page flex-col">
      <Screen {...screen} />
      {/* In a box of its own: another last child would have the styles of the footer computed again. */}
      <div>
        <PanelDialog
          panel={panel}
          atOnce={atOnce}
          driver={screen.driver}
          onClose={onClose}
          onRated={onRated}
        />
        {children}
      </div>
    </div>
  );
}

/** The passenger's screen: the driver, the way to book, the panels and the rating. */
export default function HomeScreen({ driver }: { readonly driver: Driver }) {
  const shift = useOpenShift(driver.id);
  const shown = useMemo(() => driverAtWheel(driver, shift), [driver, shift]);
  const { panel, open, openAfterPress, close } = usePanel();
  const languages = useDialog();
  const { stars, thanking, rate } = useRated();

  // The driver first: laying out everything at once takes a slow phone twice as long, without reacting to touches.
  const question = useQuestion();
  const complete = useDeferredValue(!question.isAwaited, false);

  const connection = useMemo(
    () => complete && <ConnectionBadge photoUrl={photoUrl(driver.photo_url)} />,
    [complete, driver.photo_url],
  );
  const pending = useMemo(() => <PendingReviews key={driver.id} driverId={driver.id} />, [driver.id]);

  const rated = (given: number) => {
    rate(given);
    close('rating');
  };

  return (
    <PassengerScreen
      driver={shown}
      rating={useShownRating(driver, stars)}
      complete={complete}
      connection={connection}
      pending={pending}
      thanking={thanking}
      panel={panel}
      onOpen={openAfterPress}
      onClose={() => close()}
      onLanguage={languages.show}
      onRated={rated}
    >
      <LanguagePanel open={languages.open} onClose={languages.close} />
      {(complete || question.comesFirst) && (
        <Optional>
          <HomeEffects
            driver={driver}
            panel={panel}
            onOpen={open}
            isQuestionLate={question.isLate}
            onQuestionSettled={question.settle}
          />
        </Optional>
      )}
    </PassengerScreen>
  );
}
