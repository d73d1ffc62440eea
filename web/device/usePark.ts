import { useEffectEvent, useState } from 'react';
import { repeat } from '../util/time/every.ts';
import { isString, storedValue } from '../util/storedValue.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { useLowBattery } from './battery.ts';
import { reportDevice } from './deviceState.ts';
import { startStopwatch } from './stopwatch.ts';
import { idleAfterMs, onEvents, presses, touches } from './useIdle.ts';

/** Idle time before the screen dims; on low battery it dims once unattended. */
const parkAfterMs = 20 * 60_000;
/** Set while parked: the reload of a dark screen stays dark. */
const parkedMark = storedValue('parked', isString, { area: 'tab', format: 'text' });

/** Stores and reports whether the screen is parked. */
function mark(parked: boolean): void {
  if (parked) parkedMark.write('yes');
  else parkedMark.remove();
  reportDevice({ parked });
}

/**
 * Whether the screen is dark, because nobody has been at it for long or the battery is low. A touch ends that by `wake`.
 * @param idle whether nobody is at the screen: only then it goes dark, never over a panel
 */
export function usePark(idle: boolean) {
  const [dark, setDark] = useState(() => idle && parkedMark.read() !== null);
  const isLow = useLowBattery();
  const isDue = useEffectEvent((untouched: number) => untouched >= (isLow ? idleAfterMs : parkAfterMs));
  const wasDark = useEffectEvent(() => dark);

  useWhileShown(
    (signal) => {
      mark(idle && wasDark());
      if (!idle) return;
      const untouched = startStopwatch(wasDark() ? parkAfterMs : idleAfterMs);
      const show = (isDark: boolean) => {
        if (isDark !== wasDark()) mark(isDark);
        setDark(isDark);
      };
      const check = () => show(isDue(untouched.elapsed()));
      // A moving vehicle may shake the pointer: a dark screen waits for a press.
      const touch = () => {
        if (!wasDark()) untouched.restart();
      };
      const press = () => {
        untouched.restart();
        check();
      };
      onEvents(touches, touch, signal);
      onEvents(presses, press, signal);
      document.addEventListener('visibilitychange', check, { signal });
      repeat(check, 1_000, signal);
      signal.addEventListener('abort', () => show(false), { once: true });
    },
    [idle],
  );

  return idle && dark;
}
