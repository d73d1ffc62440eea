import { useEffect } from 'react';
import type { Driver } from '../data/drivers.ts';
import { getEnvironment } from '../data/environment.ts';
import { chooseTextSize } from '../device/appearance.ts';
import { useIdle } from '../device/useIdle.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { watchPassenger, wasReplacedUnattended } from '../offline/updates.ts';
import { dismissModals } from '../ui/modal.ts';
import { Optional } from '../ui/Optional.tsx';
import { Countdown } from './Countdown.tsx';
import { Greeting } from './Greeting.tsx';

/**
 * Prepares the screen for the next passenger when nobody has touched it for a while: closes every dialog, the driver's
 * own included (which also resets the stars to five), restores the default language and the normal text size, and
 * greets. The theme stays, because it depends on the light in the car.
 */
export function NextPassenger({ driver }: { readonly driver: Driver }) {
  const { setLanguage } = useLanguage();

  const reset = () => {
    dismissModals();
    chooseTextSize('normal');
    // Without a network the language may be missing; the greeting offers all of them.
    setLanguage(getEnvironment().defaultLanguage).catch(() => undefined);
  };
  const { secondsLeft, idle, wake } = useIdle(reset, wasReplacedUnattended());

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
