import type { Claim, Content } from '../../shared/content/content.ts';

/** The claim that the company has verified the driver, true of some drivers only. Every installation begins with it. */
const verifiedDriverClaim = 'driver';

/** The claims that passengers of a driver may read: those that the company keeps, and that hold for this driver. */
export function claimsFor({ claims }: Content, isDriverVerified: boolean): readonly Claim[] {
  return claims.filter(({ id, shown }) => shown && (isDriverVerified || id !== verifiedDriverClaim));
}
