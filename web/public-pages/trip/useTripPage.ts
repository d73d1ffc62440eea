import { useState } from 'react';
import { pictureUrl } from '../../content/pictureUrl.ts';
import { photoUrl, smallPhotoUrl } from '../../data/drivers/photoUrl.ts';
import { toDataError, type DataError } from '../../data/errors.ts';
import { readTripPage, type PassengersTrip } from '../../data/trips/tripPage.ts';
import { isShared } from '../../session/memory.ts';
import { isObjectWith, storedValue } from '../../util/storedValue.ts';
import { repeat } from '../../util/time/every.ts';
import { settledResult } from '../../util/tracked.ts';
import { useWhileShown } from '../../util/useWhileShown.ts';

const intervalMs = 20_000;

interface StoredTrip {
  readonly secret: string;
  /** When the trip was as follows, in ISO 8601. */
  readonly at: string;
  readonly trip: PassengersTrip;
}

/** The trip that this phone has opened last, for a place without a network. */
const storedTrip = storedValue('trip-page', isObjectWith<StoredTrip>('secret', 'at', 'trip'));

/** A part of the page of a trip. */
export interface TripPartProps {
  readonly trip: PassengersTrip;
  readonly secret: string;
  /** Reads the trip again. */
  readonly onChanged: () => void;
}

interface ShownTrip {
  /** Undefined until something is known, null for a secret that opens nothing. */
  readonly trip: PassengersTrip | null | undefined;
  /** Since when the page has heard nothing, in ISO 8601; null while the trip is the newest. */
  readonly staleSince: string | null;
  readonly failure: DataError | null;
}

function storedFor(secret: string): StoredTrip | null {
  const stored = isShared() ? null : storedTrip.read();
  return stored?.secret === secret ? stored : null;
}

/** Keeps the newest trip on the passenger's own phone, with its pictures; nothing of one that is over. */
function store(secret: string, trip: PassengersTrip | null): void {
  if (isShared()) return;
  if (trip === null) {
    if (storedFor(secret)) storedTrip.remove();
    return;
  }
  storedTrip.write({ secret, at: new Date().toISOString(), trip });
  const photo = trip.driver?.photo_url ?? null;
  const points = trip.meeting_points.flatMap(({ picture }) => picture ?? []);
  const addresses = [...points.map(pictureUrl), smallPhotoUrl(photo) ?? photoUrl(photo)];
  // Not with the page: the first load of other pages would have it.
  void import('../../content/pictures.ts')
    .then(({ keepPictures }) => keepPictures(addresses))
    .catch(() => undefined);
}

/**
 * Reads a trip: when the page opens, every 20 seconds while it is visible, when the passenger comes back to it, and when the
 * phone is online again. A failed read leaves the page as it was.
 * @param asked the load that began before the page rendered
 */
export function useTripPage(secret: string, asked: Promise<PassengersTrip | null>) {
  const [shown, setShown] = useState<ShownTrip>(() => {
    const result = settledResult(asked);
    if (result?.status === 'fulfilled') return { trip: result.value, staleSince: null, failure: null };
    const stored = storedFor(secret);
    return { trip: stored?.trip, staleSince: stored?.at ?? null, failure: null };
  });
  const [attempt, setAttempt] = useState(0);
  useWhileShown(
    (signal) => {
      const take = (reading: Promise<PassengersTrip | null>) =>
        reading.then(
          (trip) => {
            if (signal.aborted) return;
            store(secret, trip);
            setShown({ trip, staleSince: null, failure: null });
          },
          (error: unknown) => {
            if (signal.aborted) return;
            const stored = storedFor(secret)?.at ?? new Date().toISOString();
            setShown(({ trip, staleSince }) => ({
              trip,
              staleSince: staleSince ?? stored,
              failure: toDataError(error),
            }));
          },
        );
      const look = () => document.visibilityState === 'visible' && void take(readTripPage(secret));
      void take(attempt === 0 ? asked : readTripPage(secret));
      repeat(look, intervalMs, signal);
      document.addEventListener('visibilitychange', look, { signal });
      window.addEventListener('online', look, { signal });
    },
    [secret, asked, attempt],
  );
  return { ...shown, reload: () => setAttempt((count) => count + 1) };
}
