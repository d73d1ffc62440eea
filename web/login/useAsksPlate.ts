import { companyHasVehicles } from '../data/drivers/ownInvitation.ts';
import { useLoad } from '../data/useLoad.ts';

const loadNothing = () => Promise.resolve(undefined);

/**
 * Whether a registration asks for the driver's own plate: not while that is being asked, and not where the company has
 * vehicles. It does where the answer does not come, because a company without vehicles shows this plate.
 */
export function useAsksPlate(isRegistering = true): boolean {
  const { value, error } = useLoad<boolean | undefined>(isRegistering ? companyHasVehicles : loadNothing);
  return value === false || error !== undefined;
}
