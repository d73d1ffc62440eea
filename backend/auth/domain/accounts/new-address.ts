import { AuthError } from '../../errors.ts';
import { normalizeAddress, type Address, type AddressProvider } from '../../store/addresses.ts';
import { findUserBy, type AuthUser, type AuthUserValues } from '../../store/users.ts';
import type { Auth } from '../../context.ts';

/** A requested change of an address. */
export interface AddressChange extends Address {
  /** With autoconfirm the change takes effect at once; else the owner confirms it first. */
  readonly atOnce: boolean;
  /** The columns to write. */
  readonly values: AuthUserValues;
}

/**
 * The change of an address; undefined when none is requested, or the account has the address already.
 * @throws AuthError validation_failed, phone_provider_disabled, email_exists, phone_exists, over_email_send_rate_limit
 */
export async function readNewAddress(
  request: Pick<Auth, 'autoconfirm' | 'db' | 'messageLimits' | 'settings'>,
  user: AuthUser,
  provider: AddressProvider,
  given: string,
): Promise<AddressChange | undefined> {
  if (given === '') return undefined;
  const address = normalizeAddress(provider, given);
  if (address === user[provider]) return undefined;
  if (provider === 'phone' && !request.settings.sms.enable_signup)
    throw new AuthError('phone_provider_disabled', { message: 'Unsupported phone provider' });
  if (await findUserBy(request.db, provider, address)) throw new AuthError(`${provider}_exists`);
  const pending = `${provider}_change`;
  if (request.autoconfirm[provider]) {
    const values = { [provider]: address, [`${provider}_confirmed_at`]: new Date(), [pending]: '' };
    return { provider, address, atOnce: true, values: { ...values, is_anonymous: false } };
  }
  if (provider === 'email') request.messageLimits.interval('email', user.email_change_sent_at);
  return { provider, address, atOnce: false, values: { [pending]: address } };
}
