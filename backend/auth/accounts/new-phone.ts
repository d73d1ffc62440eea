import { AuthError } from '../errors.ts';
import { readChannel, sendPhoneChangeCode } from '../links-and-codes/sms-codes.ts';
import type { AuthRequest } from '../request.ts';
import { normalizePhone } from './addresses.ts';
import type { AddressChange } from './new-email.ts';
import { findUserByPhone, type AuthUser } from './users.ts';

/**
 * The change of the telephone number; undefined when none is requested, or the account has the number already.
 * @throws AuthError validation_failed, phone_provider_disabled, phone_exists
 */
export async function readNewPhone(
  request: AuthRequest,
  user: AuthUser,
  given: string,
): Promise<AddressChange | undefined> {
  if (given === '') return undefined;
  const phone = normalizePhone(given);
  if (phone === user.phone) return undefined;
  if (!request.settings.sms.enable_signup)
    throw new AuthError('phone_provider_disabled', { message: 'Unsupported phone provider' });
  if (await findUserByPhone(request.db, phone)) throw new AuthError('phone_exists');
  if (!request.phoneAutoconfirm) return { address: phone, atOnce: false, values: { phone_change: phone } };
  const values = { is_anonymous: false, phone, phone_confirmed_at: new Date(), phone_change: '' };
  return { address: phone, atOnce: true, values };
}

/**
 * Sends the code for a new number that waits for confirmation. The change is saved only if the code goes out.
 * @throws AuthError over_sms_send_rate_limit, sms_send_failed
 */
export async function sendNewPhoneCode(
  request: AuthRequest,
  user: AuthUser,
  change: AddressChange,
  channel: string,
): Promise<AddressChange> {
  const message = { to: change.address, channel: readChannel(request, channel) };
  const code = await sendPhoneChangeCode(request, user, message);
  return { ...change, values: { ...change.values, ...code } };
}
