import { lazy, useEffect } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import { askForRelease } from '../content/next.ts';
import { getDriverForUser, type Driver } from '../data/drivers.ts';
import { getEnvironment } from '../data/environment.ts';
import { useChanges } from '../data/useChanges.ts';
import { chooseAppearance } from '../device/appearance.ts';
import { useIdle } from '../device/useIdle.ts';
import { useStay } from '../device/useStay.ts';
import { useWakeLock } from '../device/useWakeLock.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { watchPassenger, wasUnattended } from '../offline/updates.ts';
import { deviceId } from '../device/deviceId.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { beatNow } from '../tablet/asked.ts';
import { dismissModals } from '../ui/modal.ts';
import { Optional } from '../ui/Boundary.tsx';
import { Countdown } from './Countdown.tsx';
import { Greeting } from './Greeting.tsx';
import { useNextRelease } from './useNextRelease.ts';

const TabletLink = lazy(() => import('../tablet/TabletLink.tsx'));

/** The parts of the home screen that the first picture does not need. */
export default function Companion({ driver }: { readonly driver: Driver }) {
  useWakeLock(true);
  useStay();
  useLiveData(driver);
  return (
    <>
      <NextPassenger driver={driver} />
      <Optional>
        <TabletLink driver={driver} />
      </Optional>
    </>
  );
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
      { table: 'content_releases' },
      { table: 'device_signals', filter: `device_id=eq.${deviceId()}` },
    ],
    async () => {
      beatNow();
      await Promise.all([compare(), askForRelease(release)]);
    },
  );
}

/**
 * Prepares the screen for the next passenger when nobody has touched it for a while: closes every dialog, the driver's
 * own included (which also resets the stars to five), restores the default language and the normal text size, and
 * greets. The theme stays, because it depends on the light in the car.
 */
function NextPassenger({ driver }: { driver: Driver }) {
  const { setLanguage } = useLanguage();

  const reset = () => {
    dismissModals();
    chooseAppearance('text-size', 'normal');
    // Without a network the language may be missing; the greeting offers all of them.
    setLanguage(getEnvironment().defaultLanguage).catch(() => undefined);
  };
  const { secondsLeft, idle, wake } = useIdle(reset, wasUnattended());

  useNextRelease(idle);
  // A new version of the app waits until nobody is at the screen.
  useEffect(() => watchPassenger(idle), [idle]);

  if (idle) return <Greeting driver={driver} onStart={wake} />;
  if (secondsLeft === null) return null;
  return (
    <Optional>
      <Countdown seconds={secondsLeft} />
    </Optional>
  );
}
