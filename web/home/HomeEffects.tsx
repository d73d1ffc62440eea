import { lazy, memo, useDeferredValue, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import { askForRelease } from '../content/releaseUpdates.ts';
import { getDriverForUser, type Driver } from '../data/drivers/drivers.ts';
import { driverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { getEnvironment } from '../data/environment.ts';
import { useChanges } from '../data/useChanges.ts';
import { askToPersist } from '../device/persistence.ts';
import { reportDevice } from '../device/deviceState.ts';
import { useIdle } from '../device/useIdle.ts';
import { usePark } from '../device/usePark.ts';
import { useStay } from '../device/useStay.ts';
import { useWakeLock } from '../device/useWakeLock.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { watchPassenger, wasUnattended } from '../offline/updates.ts';
import { forgetPassenger } from '../passenger/forgetPassenger.ts';
import { useCaseDelivery } from '../passenger/useCaseDelivery.ts';
import { sendReasons } from '../passenger/reasonStore.ts';
import { deviceId } from '../device/deviceIdentity.ts';
import { DocumentsWatch } from '../documents/DocumentsWatch.tsx';
import { markSignInSeen } from '../session/seenSignIn.ts';
import { welcomeNextPassenger } from '../reviews/cooldown.ts';
import { userOf } from '../session/machine.ts';
import { takeStart } from '../session/memory.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { beginDay, refreshShift, type DayStart } from '../shift/shifts.ts';
import { shiftStarted, useOpenShift } from '../shift/openShift.ts';
import { heartbeatDue } from '../device-management/heartbeatDue.ts';
import { isModalOpen } from '../ui/modal.ts';
import { Optional } from '../ui/Boundary.tsx';
import { Countdown } from '../device/Countdown.tsx';
import { Greeting } from './Greeting.tsx';
import { panels, type PanelId } from './panels.ts';
import { Parked } from './Parked.tsx';
import { signShown } from '../trips/signShown.ts';
import { tripsChanged } from '../trips/tripsChanged.ts';
import type { Ride } from '../trips/TripWatch.tsx';
import { keepRunning } from '../util/time/retry.ts';
import { useSignal } from '../util/useSignal.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { useNextRelease } from './useNextRelease.ts';
import { useNightReload } from './useNightReload.ts';
import { useUsage } from './useUsage.ts';

export interface HomeEffectsProps {
  readonly driver: Driver;
  /** The open panel, if any. */
  readonly panel: PanelId | null;
  readonly onOpen: (panel: 'shift') => void;
  /** The driver has signed in, but the screen did not wait any longer: a passenger may be using it, and nothing is asked. */
  readonly isQuestionLate: boolean;
  /** The driver is asked, or there is nothing to ask. */
  readonly onQuestionSettled: () => void;
}

const AnnouncementsWatch = lazy(() => import('../announcements/AnnouncementsWatch.tsx'));
const TripWatch = lazy(() => import('../trips/TripWatch.tsx'));
const DeviceLink = lazy(() => import('../device-management/DeviceLink.tsx'));

/** The parts of the home screen that the first picture does not need. They follow the panel once it has been painted. */
export default function HomeEffects({ panel, ...props }: HomeEffectsProps) {
  return <Effects panel={useDeferredValue(panel)} {...props} />;
}

const Effects = memo(function Effects(props: HomeEffectsProps) {
  const { driver, panel, onOpen, isQuestionLate, onQuestionSettled } = props;
  useStay();
  useUsage(panel);
  useLiveData(driver);
  useOutbox();
  const isSettled = useStartOfDay(driver.id, isQuestionLate, () => {
    onOpen('shift');
    onQuestionSettled();
  });
  const [isStopped, setStopped] = useState(false);
  const [handed, setHanded] = useState(0);
  const [ride, setRide] = useState<Ride | null>(null);
  const signedInAt = userOf(useSession().state)?.last_sign_in_at;
  // No reload of the page, perhaps under a passenger, counts as this sign-in.
  useEffect(() => {
    if (isQuestionLate && signedInAt) markSignInSeen(signedInAt);
  }, [isQuestionLate, signedInAt]);
  return (
    <>
      <NextPassenger
        driver={driverAtWheel(driver, useOpenShift(driver.id))}
        panel={panel}
        isStopped={isStopped}
        ride={ride}
      />
      <Optional>
        <TripWatch driverId={driver.id} onRide={setRide} />
      </Optional>
      <Optional>
        <DeviceLink driver={driver} />
      </Optional>
      <Optional>
        <DocumentsWatch
          driverId={driver.id}
          isDayBegun={isSettled && !isQuestionLate}
          signedInAt={signedInAt}
          onInHand={() => setHanded((times) => times + 1)}
          onStopped={(stopped) => {
            setStopped(stopped);
            if (isSettled) onQuestionSettled();
          }}
        />
      </Optional>
      <Optional>
        <AnnouncementsWatch driverId={driver.id} handed={handed} />
      </Optional>
    </>
  );
});

/**
 * Picks the vehicle once, when the driver opens the screen: later a passenger may be using it. Asks the browser to keep what
 * the screen stores.
 * @returns whether the vehicle is settled; false while the question is open, and when the driver closed it without choosing
 */
function useStartOfDay(driverId: string, isQuestionLate: boolean, onAsk: () => void): boolean {
  const [isSettled, setSettled] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const settle = useEffectEvent((outcome: DayStart) => {
    // An open dialog is read by somebody, and the driver's menu has the choice too.
    if (outcome === 'ask' && !isQuestionLate && !isModalOpen()) onAsk();
    else setSettled(true);
    if (outcome === 'begun' && !isQuestionLate) setBegun(true);
  });
  useEffect(() => {
    void askToPersist();
    if (takeStart()) beginDay(driverId, settle);
  }, [driverId]);
  // After the effects of the components below, which then know that the day is settled and listen.
  useEffect(() => {
    if (isBegun) shiftStarted.emit();
  }, [isBegun]);
  return isSettled;
}

/** Keeps the driver on the screen in step with the database, and asks for newer releases of the content. */
function useLiveData(driver: Driver): void {
  const { state, setDriver, retry } = useSession();
  const { release } = useRelease();
  const userId = userOf(state)?.id;

  const compare = async () => {
    if (state.status !== 'driver') return;
    const current = await getDriverForUser(state.user.id);
    // The record belongs to another account now: look the driver up again, so that no passenger trusts a wrong card.
    if (!current) retry();
    else if (JSON.stringify(current) !== JSON.stringify(driver)) setDriver(state.user, current);
  };
  useChanges(
    [
      { table: 'drivers', filter: `id=eq.${driver.id}` },
      { table: 'user_drivers', filter: `user_id=eq.${userId}` },
      { table: 'shifts', filter: `driver_id=eq.${driver.id}` },
      { table: 'content_releases' },
      { table: 'device_signals', filter: `device_id=eq.${deviceId()}` },
      { table: 'trip_signals', filter: `driver_id=eq.${driver.id}` },
    ],
    async () => {
      heartbeatDue.emit();
      tripsChanged.emit();
      await Promise.all([compare(), refreshShift(driver.id), askForRelease(release)]);
    },
  );
}

/** Delivers what a passenger has sent on a public page of this device, and what waits for a connection. */
function useOutbox(): void {
  useCaseDelivery();
  useWhileShown((signal) => void keepRunning(sendReasons, signal), []);
}

interface NextPassengerProps extends Pick<HomeEffectsProps, 'driver' | 'panel'> {
  /** The driver is out of service: there is no next passenger, and nobody is greeted with the card. */
  readonly isStopped: boolean;
  readonly ride: Ride | null;
}

/** Shorter than the countdown before the greeting: whoever has got in looks at the screen now. */
const boardedWaitMs = 15_000;

/** Calls `onChange` when the language is another one than before: somebody else reads the screen. */
function useChangeOfLanguage(language: Language, onChange: () => void): void {
  const last = useRef(language);
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    if (last.current !== language) changed();
    last.current = language;
  }, [language]);
}

/**
 * Prepares the screen for the next passenger when nobody has touched it for a while: closes every dialog, the driver's
 * own included (which also resets the stars to five), restores the default language and the normal text size, and
 * greets. The theme stays, because it depends on the light in the vehicle. Later the screen goes dark and may go off.
 */
function NextPassenger({ driver, panel, isStopped, ride }: NextPassengerProps) {
  const { language, setLanguage } = useLanguage();
  const [greeted, setGreeted] = useState<string | null>(null);
  const isSignShown = useSignal(signShown);
  const isBoarding = ride !== null && ride.text !== null && ride.id !== greeted;
  // The passenger of a trip stays the same one, whatever the screen does: no second rating of one trip.
  useChangeOfLanguage(language, () => ride ?? welcomeNextPassenger());
  useEffect(() => {
    if (isBoarding) welcomeNextPassenger();
  }, [isBoarding]);

  const reset = () => {
    if (!ride) welcomeNextPassenger();
    forgetPassenger();
    // Without a network the language may be missing; the greeting offers all of them.
    setLanguage(ride?.language ?? getEnvironment().defaultLanguage).catch(() => undefined);
  };
  const { secondsLeft, idle, wake } = useIdle(reset, {
    idleAtStart: wasUnattended(),
    wakesAtTouch: isStopped,
    ...(isBoarding && panel === null && { waitMs: boardedWaitMs }),
    ...(isSignShown && { waitMs: Infinity }),
  });

  const parked = usePark(idle);
  useWakeLock(!parked);
  useEffect(() => reportDevice({ screen: idle ? 'greeting' : (panel ?? 'home') }), [idle, panel]);

  useNextRelease(idle, panel !== null && !panels[panel].isDriversOwn);
  useNightReload(idle, driver.id);
  // A new version of the app waits until nobody is at the screen.
  useEffect(() => watchPassenger(idle), [idle]);

  if (parked) return <Parked />;
  if (isStopped) return null;
  if (idle)
    return (
      <Greeting
        driver={driver}
        sign={isBoarding ? ride.text : null}
        booked={ride?.language ?? null}
        onStart={() => {
          setGreeted(ride?.id ?? null);
          wake();
        }}
      />
    );
  if (secondsLeft === null) return null;
  return (
    <Optional>
      <Countdown seconds={secondsLeft} />
    </Optional>
  );
}
