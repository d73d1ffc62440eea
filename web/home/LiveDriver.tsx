import { getDriverForUser, type Driver } from '../data/drivers.ts';
import { useChanges } from '../data/useChanges.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';

/** Keeps the driver on the screen in step with the database. Renders nothing. */
export function LiveDriver({ driver }: { readonly driver: Driver }) {
  const { state, setDriver, retry } = useSession();
  const { id } = driver;
  const userId = userOf(state)?.id;

  const compare = async () => {
    if (state.status !== 'driver') return;
    const current = await getDriverForUser(state.user.id);
    // The record belongs to another account now: look the driver up again, so that no passenger trusts a wrong card.
    if (!current) retry();
    else if (JSON.stringify(current) !== JSON.stringify(driver)) setDriver(state.user, current);
  };
  useChanges(
    [
      { table: 'drivers', filter: `id=eq.${id}` },
      { table: 'user_drivers', filter: `user_id=eq.${userId}` },
    ],
    compare,
  );
  return null;
}
