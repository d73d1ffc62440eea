import { requestAsNobody } from '../asNobody.ts';
import { getDatabase } from '../database.ts';
import { toDataError, unwrap } from '../errors.ts';
import type { FunctionRow, Known } from '../rows.ts';

/** An invitation, as its holder sees it, with the plates of the assigned vehicles or the driver's own. */
export type Invitation = Known<FunctionRow<'invitation'>, object>;

/** @throws DataError `invitation_used`, `invitation_withdrawn`, `invitation_expired` */
export async function readInvitation(token: string): Promise<Invitation> {
  const [invitation] = (await requestAsNobody('rpc/invitation', { token })) as Invitation[];
  if (!invitation) throw toDataError(new Error('The backend knows no invitation'));
  return invitation;
}

/**
 * Makes the account that is signed in that of the invited driver. Repeating it is harmless.
 * @param policyVersion the version of the privacy policy that the form showed
 * @param photo as `uploadPhoto` names it
 * @throws DataError as `readInvitation`, and `account_in_use`, `policy_changed`, `photo_not_own`
 */
export async function acceptInvitation(token: string, policyVersion: number, photo: string): Promise<void> {
  const accepting = { token, policy_version: policyVersion, photo_url: photo };
  unwrap(await getDatabase().rpc('accept_invitation', accepting));
}

/** Whether the company has entered vehicles: then its drivers need no plate of their own. */
export async function companyHasVehicles(): Promise<boolean> {
  return (await requestAsNobody('rpc/company_has_vehicles', {})) === true;
}
