import { useEffect, useEffectEvent, useState } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import type { Driver } from '../data/drivers.ts';
import { allowsReload } from '../offline/updates.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { useSignOut } from '../shift/useSignOut.ts';
import { Optional } from '../ui/Boundary.tsx';
import { heartbeatOnce, markDone, startHeartbeats, type Command } from './heartbeats.ts';
import { deviceStatus } from './status.ts';
import { noteErrors } from './errorLog.ts';
import { isLocked, lockKey } from './lock.ts';
import { NameSign } from './NameSign.tsx';

/** Tells the company how this device is, and does what an administrator asks of it. Belongs to a driver's screen. */
export default function DeviceLink({ driver }: { readonly driver: Driver }) {
  const { state, setDriver } = useSession();
  const signOut = useSignOut(driver.id);
  const { release } = useRelease();
  /** Shown large; null for nothing. */
  const [name, setName] = useState<string | null>(null);
  const userId = userOf(state)?.id;

  /** Draws the routes again, which show the lock or the home screen. */
  const drawAgain = useEffectEvent(() => {
    if (state.status === 'driver') setDriver(state.user, { ...driver });
  });
  const drawLock = useEffectEvent(() => {
    if (userId !== undefined && isLocked(userId)) drawAgain();
  });
  const status = useEffectEvent(() => deviceStatus(driver.id, release.id));
  const fulfil = useEffectEvent(async ({ id, action, name: given }: Command): Promise<boolean> => {
    // Nothing appears over a passenger; but a device that is to be locked may have been stolen.
    const isUrgent = action === 'lock' || action === 'sign_out';
    if (userId === undefined || !(isUrgent || allowsReload())) return false;
    const isStored = markDone(id);
    // A device that keeps nothing would reload again and again.
    if (action === 'reload' && isStored) window.location.reload();
    if (action === 'show_name') setName(given);
    if (action === 'lock') {
      localStorage.setItem(lockKey, JSON.stringify(userId));
      drawAgain();
    }
    if (action === 'sign_out') {
      // Confirms it while there is a session.
      await heartbeatOnce(await deviceStatus(driver.id, release.id)).catch(() => undefined);
      await signOut();
    }
    return true;
  });

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    noteErrors(signal);
    // Another tab of this device locks or unlocks it, or has done so before this one listened.
    const onStorage = ({ key }: StorageEvent) => key === lockKey && drawAgain();
    window.addEventListener('storage', onStorage, { signal });
    drawLock();
    startHeartbeats({ status: () => status(), fulfil: (command) => fulfil(command) }, signal);
    return () => stopping.abort();
  }, []);

  if (name === null) return null;
  return (
    <Optional>
      <NameSign name={name} driver={driver} onClose={() => setName(null)} />
    </Optional>
  );
}
