import { Countdown } from '../device/Countdown.tsx';
import { followNightHours } from '../device/appearance.ts';
import { useIdle } from '../device/useIdle.ts';
import { watchPassenger } from '../offline/updates.ts';
import { Optional } from '../ui/Boundary.tsx';
import { useWhileShown } from '../util/useWhileShown.ts';
import { forgetPassenger } from '../passenger/forgetPassenger.ts';

/** The driver's screen takes the place of the page, which no way back leads to, and greets. */
function leave(): void {
  forgetPassenger();
  watchPassenger(true);
  window.location.replace('/');
}

/** On a device with a driver's session a public page is one passenger's: untouched, it makes room for the next one. */
export default function SharedDevice() {
  const { secondsLeft } = useIdle(leave, { idleAtStart: false });
  useWhileShown((signal) => {
    followNightHours(true);
    // The browser shows a page that was left as it was, with everything that was typed.
    window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload(), { signal });
  }, []);
  if (secondsLeft === null) return null;
  return (
    <Optional>
      <Countdown seconds={secondsLeft} />
    </Optional>
  );
}
