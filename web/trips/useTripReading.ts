import { useChanges } from '../data/useChanges.ts';
import { onOutbox } from '../outbox/channel.ts';
import { refreshShift } from '../shift/shifts.ts';
import { keepRunning } from '../util/time/retry.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { refreshTrips } from './tripStore.ts';

/** The trips are read this often without a signal: those drop out that have left the window. */
const readAgainMs = 3_600_000;

/** Reads the driver's trips while the component is shown: at changes, after a lost connection, and each hour. */
export function useTripReading(driverId: string): void {
  const read = async () => void (await Promise.all([refreshTrips(driverId), refreshShift(driverId)]));
  useChanges(
    [
      { table: 'trip_signals', filter: `driver_id=eq.${driverId}` },
      { table: 'shifts', filter: `driver_id=eq.${driverId}` },
    ],
    read,
    readAgainMs,
  );
  useWhileShown(
    (signal) => {
      // Listening, which reads too, begins later, and never on a network without websockets.
      const readFirst = () => refreshTrips(driverId).then(() => 'idle' as const);
      keepRunning(readFirst, signal);
      // A tap may have moved nothing. Without a connection the next change reads the trips.
      const settle = () => void refreshTrips(driverId).catch(() => undefined);
      onOutbox((event) => event === 'settled' && settle(), signal);
    },
    [driverId],
  );
}
