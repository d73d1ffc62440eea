import { useEffect, useEffectEvent } from 'react';
import { watchChanges } from '../../data/changes.ts';
import { getDriver, type Driver } from '../../data/drivers.ts';
import { useSession } from '../../session/SessionProvider.tsx';

/** Keeps name, plate, photo and rating on the screen as they are in the database. Shows nothing itself. */
export function LiveDriver({ driver }: { readonly driver: Driver }) {
  const { state, setDriver } = useSession();
  const { id } = driver;

  const readAgain = useEffectEvent(async () => {
    if (state.status !== 'driver') return;
    const current = await getDriver(id);
    // A record that is gone leaves the passenger the screen; the next start of the app says what is missing.
    if (current && JSON.stringify(current) !== JSON.stringify(driver)) setDriver(state.user, current);
  });

  useEffect(() => watchChanges([{ table: 'drivers', filter: `id=eq.${id}` }], () => readAgain()), [id]);

  return null;
}
