import { Suspense, useEffect } from 'react';
import type { Driver } from '../data/drivers.ts';
import { getEnvironment } from '../data/environment.ts';
import { loadArea } from '../i18n/areas.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { chooseTextSize } from '../device/appearance.ts';
import { closeDialogs } from '../device/closeDialogs.ts';
import { useIdle } from '../device/useIdle.ts';
import { isExchanged, watchPassenger } from '../offline/updates.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { Countdown } from './Countdown.tsx';
import { Greeting } from './Greeting.tsx';

/**
 * When nobody is at the screen any more, makes it ready for the next passenger: closes whatever is open (the stars
 * are five again with that, and the driver's own panels are no exception), takes the operator's language and the
 * normal text size, scrolls up, and greets. The theme stays: it is a matter of the light in the car.
 */
export function NextPassenger({ driver }: { readonly driver: Driver }) {
  const { language, setLanguage } = useLanguage();

  const reset = () => {
    closeDialogs();
    chooseTextSize('normal');
    // Without a network it may be missing; the greeting offers all of them.
    setLanguage(getEnvironment().defaultLanguage).catch(() => undefined);
  };
  const { secondsLeft, idle, wake } = useIdle(reset, isExchanged());

  // A new version of the app waits until nobody is there.
  useEffect(() => watchPassenger(idle), [idle]);

  useEffect(() => {
    // A countdown without words would not be one; a failure shows nothing, and is tried again then.
    loadArea('kiosk', language).catch(() => undefined);
  }, [language]);

  useEffect(() => {
    // A dialog that closes gives the focus back to what had opened it, wherever that is.
    if (idle) window.scrollTo(0, 0);
  }, [idle]);

  if (idle) return <Greeting driver={driver} onStart={wake} />;
  if (secondsLeft === null) return null;
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>
        <Countdown seconds={secondsLeft} />
      </Suspense>
    </Boundary>
  );
}
