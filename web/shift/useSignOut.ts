import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { within } from '../util/time/within.ts';
import { leaveVehicleAtSignOut } from './shifts.ts';

/** A sign-out waits at most this long for the end of the shift, and for what the device has not sent yet. */
const signOutTimeoutMs = 3_000;

/** Signs a driver out on this device, after the delivery of ratings and taps and the end of the shift that was started on it. */
export function useSignOut(driverId: string): () => Promise<void> {
  const { signOut, state } = useSession();
  const userId = userOf(state)?.id;
  const deliver = async () => {
    if (userId === undefined) return;
    // A screen that offers the sign-out does not wait for this code.
    const { deliverEntries } = await import('../outbox/delivery.ts');
    await deliverEntries({ userId, driverId });
  };
  return async () => {
    const work = [deliver(), leaveVehicleAtSignOut(driverId)];
    // The session ends all the same: an entry that was not sent stays on the device.
    await within(signOutTimeoutMs, Promise.allSettled(work)).catch(() => undefined);
    await signOut();
  };
}
