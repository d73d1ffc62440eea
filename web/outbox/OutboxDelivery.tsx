import { useSession } from '../session/SessionProvider.tsx';
import { afterFirstScreen } from '../util/firstScreen.ts';
import { keepRunning } from '../util/time/retry.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import type { OutboxOwner } from './delivery.ts';

/**
 * Delivers the stored ratings and taps of the signed-in driver. It stands beside the screens, not inside one, so that no chunk
 * that fails to load stops the delivery; its own chunk is retried.
 */
export function OutboxDelivery() {
  const { state } = useSession();
  const isDriving = state.status === 'driver' && state.driver.approved;
  const userId = isDriving ? state.user.id : undefined;
  const driverId = isDriving ? state.driver.id : undefined;
  useWhileShown(
    (signal) => {
      if (userId !== undefined && driverId !== undefined) deliverFor({ userId, driverId }, signal);
    },
    [userId, driverId],
  );
  return null;
}

function deliverFor(owner: OutboxOwner, signal: AbortSignal): void {
  const start = async () => {
    await afterFirstScreen();
    const { startDelivery } = await import('./delivery.ts');
    startDelivery(owner, signal);
    return 'idle' as const;
  };
  keepRunning(start, signal);
}
