import { AuthError } from '../errors.ts';
import type { AuthRequest } from '../request.ts';
import { normalizeEmail } from './addresses.ts';
import { findUserByEmail, type AuthUser, type AuthUserValues } from './users.ts';

/** A requested change of an address. */
export interface AddressChange {
  readonly address: string;
  /** With autoconfirm the change takes effect at once; else the owner confirms it first. */
  readonly atOnce: boolean;
  /** The columns to write. */
  readonly values: AuthUserValues;
}

/**
 * The change of the e-mail address; undefined when none is requested, or the account has the address already.
 * @throws AuthError validation_failed, email_exists, over_email_send_rate_limit
 */
export async function readNewEmail(
  request: AuthRequest,
  user: AuthUser,
  given: string,
): Promise<AddressChange | undefined> {
  if (given === '') return undefined;
  const email = normalizeEmail(given);
  if (email === user.email) return undefined;
  if (await findUserByEmail(request.db, email)) throw new AuthError('email_exists');
  if (request.autoconfirm) {
    const values = { is_anonymous: false, email, email_confirmed_at: new Date(), email_change: '' };
    return { address: email, atOnce: true, values };
  }
  request.messageLimits.interval('email', user.email_change_sent_at);
  return { address: email, atOnce: false, values: { email_change: email } };
}
