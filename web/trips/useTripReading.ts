import { watchChanges } from '../data/changes.ts';
import { isOwnPhone } from '../device/ownPhone.ts';
import { onOutbox } from '../outbox/channel.ts';
import { refreshShift } from '../shift/shifts.ts';
import { repeat } from '../util/time/every.ts';
import { keepRunning } from '../util/time/retry.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { dropOldTrips, refreshTrips } from './tripStore.ts';
import { tripsChanged } from './tripsChanged.ts';

/** The trips are read this often without a signal: those drop out that have left the window. */
const readAgainMs = 3_600_000;

/** Reads the driver's trips while the component is shown: at changes, after a lost connection, and each hour. */
export function useTripReading(driverId: string): void {
  useWhileShown(
    (signal) => {
      const read = async () => {
        await refreshTrips(driverId);
        return readAgainMs;
      };
      const wake = keepRunning(read, signal);
      dropOldTrips();
      repeat(dropOldTrips, readAgainMs, signal);
      // A tap may have moved nothing.
      onOutbox((event) => event === 'settled' && wake(), signal);
      const stops = [tripsChanged.listen(() => wake()), isOwnPhone() && listen(driverId, wake)];
      signal.addEventListener('abort', () => stops.forEach((stop) => stop && stop()), { once: true });
    },
    [driverId],
  );
}

/** Follows the changes on the driver's own phone. On a tablet the home screen does, with all else that it follows. */
function listen(driverId: string, wake: () => void): () => void {
  const tables = [
    { table: 'trip_signals', filter: `driver_id=eq.${driverId}` },
    { table: 'shifts', filter: `driver_id=eq.${driverId}` },
  ] as const;
  return watchChanges(tables, async () => {
    wake();
    await refreshShift(driverId);
  });
}
