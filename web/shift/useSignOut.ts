import { useSession } from '../session/SessionProvider.tsx';
import { leaveVehicleAtSignOut } from './shifts.ts';

/** Signs a driver out on this device, after the end of the shift that was started on it. */
export function useSignOut(driverId: string): () => Promise<void> {
  const { signOut } = useSession();
  return async () => {
    await leaveVehicleAtSignOut(driverId);
    await signOut();
  };
}
