import { useEffectEvent, useState } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import type { Driver } from '../data/drivers/drivers.ts';
import { allowsReload, watchTyping } from '../offline/updates.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { useSignOut } from '../shift/useSignOut.ts';
import { Optional } from '../ui/Boundary.tsx';
import { useWhileShown } from '../util/useWhileShown.ts';
import { heartbeatOnce, markDone, startHeartbeats, type Command } from './heartbeats.ts';
import { deviceStatus } from './status.ts';
import { noteErrors } from './errorLog.ts';
import { lock } from './lock.ts';
import { NameSign } from './NameSign.tsx';

/** Reports the status of this device to the company, and executes its commands. Belongs to a driver's screen. */
export default function DeviceLink({ driver }: { readonly driver: Driver }) {
  const { state } = useSession();
  const signOut = useSignOut(driver.id);
  const { release } = useRelease();
  /** Shown large; null for nothing. */
  const [name, setName] = useState<string | null>(null);
  const userId = userOf(state)?.id;

  const status = useEffectEvent(() => deviceStatus(driver.id, release.id));
  const fulfil = useEffectEvent(async ({ id, action, name: given }: Command): Promise<boolean> => {
    // Nothing appears over a passenger; but a device that is to be locked may have been stolen.
    const isUrgent = action === 'lock' || action === 'sign_out';
    if (userId === undefined || !(isUrgent || allowsReload())) return false;
    const isStored = markDone(id);
    // A device that stores nothing would reload again and again.
    if (action === 'reload' && isStored) window.location.reload();
    if (action === 'show_name') setName(given);
    // Without space the device tries again a moment later.
    if (action === 'lock' && !lock(userId)) return false;
    if (action === 'sign_out') {
      // Confirms it while there is a session.
      await heartbeatOnce(await deviceStatus(driver.id, release.id)).catch(() => undefined);
      await signOut();
    }
    return true;
  });

  useWhileShown((signal) => {
    noteErrors(signal);
    watchTyping();
    startHeartbeats({ status: () => status(), fulfil: (command) => fulfil(command) }, signal);
  }, []);

  if (name === null) return null;
  return (
    <Optional>
      <NameSign name={name} driver={driver} onClose={() => setName(null)} />
    </Optional>
  );
}
