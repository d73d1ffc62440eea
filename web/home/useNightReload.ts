import { useState } from 'react';
import { isReachable } from '../offline/connection.ts';
import { storedEntries } from '../outbox/store.ts';
import { repeat } from '../util/time/every.ts';
import { isString, storedValue } from '../util/storedValue.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { dayOf, isReloadDue } from './nightReload.ts';

const pollIntervalMs = 60_000;
const lastReload = storedValue('night-reload', isString, { format: 'text' });

async function isAllSent(driverId: string): Promise<boolean> {
  return (await storedEntries(driverId)).every((entry) => entry.refused !== undefined);
}

/**
 * Reloads the page once a night, so that no screen runs for weeks on one memory: while nobody is there, with a connection,
 * and with every rating and tap delivered. A refused one stays on the device and holds nothing up.
 */
export function useNightReload(isNobodyThere: boolean, driverId: string): void {
  const [minute] = useState(() => Math.floor(Math.random() * 60));
  useWhileShown(
    (signal) => {
      if (!isNobodyThere) return;
      const poll = async () => {
        const time = new Date();
        const lastDay = lastReload.read();
        if (!isReloadDue({ time, lastDay, openFor: performance.now(), minute })) return;
        if (!(await isAllSent(driverId)) || !(await isReachable()) || signal.aborted) return;
        // Note the day first: a page that cannot would reload all night.
        if (lastReload.write(dayOf(time))) window.location.reload();
      };
      repeat(() => void poll().catch(() => undefined), pollIntervalMs, signal);
    },
    [isNobodyThere, driverId, minute],
  );
}
