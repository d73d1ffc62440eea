import { companyHasVehicles } from '../data/drivers/ownInvitation.ts';
import { useLoad } from '../data/useLoad.ts';

/**
 * Whether a registration asks for the driver's own plate: not while that is being asked, and not where the company has
 * vehicles. It does where the answer does not come, because a company without vehicles shows this plate.
 */
export function useAsksPlate(isRegistering = true): boolean {
  const { value, error } = useLoad(isRegistering ? companyHasVehicles : undefined);
  return value === false || error !== undefined;
}
