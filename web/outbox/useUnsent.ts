import { useState } from 'react';
import { useWhileShown } from '../util/useWhileShown.ts';
import { onOutbox } from './channel.ts';
import { isTap, type StoredEntry } from './entries.ts';
import { storedEntries } from './store.ts';

export interface UnsentCount {
  /** Not delivered yet. */
  readonly waiting: number;
  /** Refused by the backend, still stored. */
  readonly refused: number;
}

/** The entries of a driver that are stored on this device, by kind. */
export interface Unsent {
  readonly reviews: UnsentCount;
  readonly taps: UnsentCount;
}

function countOf(stored: readonly StoredEntry[]): UnsentCount {
  const refused = stored.filter((entry) => entry.refused !== undefined).length;
  return { waiting: stored.length - refused, refused };
}

function unsentOf(stored: readonly StoredEntry[]): Unsent {
  // The passenger's reasons may still be on the way of a review that has arrived.
  const reviews = stored.filter((entry) => !isTap(entry) && !entry.delivered);
  return { reviews: countOf(reviews), taps: countOf(stored.filter(isTap)) };
}

/** The number of a driver's reviews and taps that are stored on this device, as it changes in any tab. */
export function useUnsent(driverId: string): Unsent {
  const [unsent, setUnsent] = useState(() => unsentOf([]));
  useWhileShown(
    (signal) => {
      const count = async () => {
        const stored = await storedEntries(driverId).catch(() => []);
        if (!signal.aborted) setUnsent(unsentOf(stored));
      };
      onOutbox(() => void count(), signal);
      void count();
    },
    [driverId],
  );
  return unsent;
}
