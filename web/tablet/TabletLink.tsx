import { useEffect, useEffectEvent, useState } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import type { Driver } from '../data/drivers.ts';
import { allowsReload } from '../offline/updates.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { beatOnce, markDone, startBeats, type Wish } from './beats.ts';
import { deviceCondition } from './condition.ts';
import { noteErrors } from './errorLog.ts';
import { lockKey } from './lock.ts';
import { NameSign } from './NameSign.tsx';

/** Tells the company how this tablet is, and does what an administrator asks of it. Belongs to a driver's screen. */
export default function TabletLink({ driver }: { readonly driver: Driver }) {
  const { state, signOut, setDriver } = useSession();
  const { release } = useRelease();
  /** Shown large; null for nothing. */
  const [name, setName] = useState<string | null>(null);
  const userId = userOf(state)?.id;

  const condition = useEffectEvent(() => deviceCondition(driver.id, release.id));
  const fulfil = useEffectEvent(async ({ id, action, name: given }: Wish): Promise<boolean> => {
    // Nothing appears over a passenger; but a tablet that is to be locked may have been stolen.
    const isUrgent = action === 'lock' || action === 'sign_out';
    if (userId === undefined || !(isUrgent || allowsReload())) return false;
    const isKept = markDone(id);
    // A device that keeps nothing would reload again and again.
    if (action === 'reload' && isKept) window.location.reload();
    if (action === 'show_name') setName(given);
    if (action === 'lock' && state.status === 'driver') {
      localStorage.setItem(lockKey, JSON.stringify(userId));
      // Draws the routes again, which show the lock.
      setDriver(state.user, { ...driver });
    }
    if (action === 'sign_out') {
      // Confirms it while there is a session.
      await beatOnce(await deviceCondition(driver.id, release.id)).catch(() => undefined);
      await signOut();
    }
    return true;
  });

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    noteErrors(signal);
    startBeats({ condition: () => condition(), fulfil: (wish) => fulfil(wish) }, signal);
    return () => stopping.abort();
  }, []);

  if (name === null) return null;
  return (
    <Optional>
      <NameSign name={name} driver={driver} onClose={() => setName(null)} />
    </Optional>
  );
}
