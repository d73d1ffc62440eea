import { normalizeAddress, type AddressProvider } from '../../store/addresses.ts';
import type { TokenKind } from '../../store/users.ts';
import { invalid } from '../../errors.ts';
import { deviceMethod } from '../../store/sessions.ts';
import type { Auth } from '../../context.ts';
import { isDeviceLink } from '../secrets/one-time-tokens.ts';

/** A token that a request presents. */
export interface Presented {
  readonly kinds: readonly TokenKind[];
  readonly stored: readonly string[];
  /** Mail and telephone keep their confirmation tokens in the same column. */
  readonly provider: AddressProvider;
  /** The address of a code; undefined for the token of a link, which is valid without one. */
  readonly address: string | undefined;
  /** The method of the session that the token starts, as `amr` names it. */
  readonly method: 'otp' | typeof deviceMethod;
}

/** The types of verification, and the tokens that each accepts. */
const types: Readonly<Record<AddressProvider, ReadonlyMap<string, readonly TokenKind[]>>> = {
  email: new Map([
    ['signup', ['confirmation_token']],
    ['invite', ['confirmation_token']],
    ['magiclink', ['recovery_token']],
    ['recovery', ['recovery_token']],
    ['email', ['confirmation_token', 'recovery_token']],
    ['email_change', ['email_change_token_current', 'email_change_token_new']],
  ]),
  phone: new Map([
    ['sms', ['confirmation_token']],
    ['phone_change', ['phone_change_token']],
  ]),
};

/** @throws AuthError validation_failed */
export function presentLink(auth: Pick<Auth, 'oneTimeTokens'>, type: string, link: string): Presented {
  const kinds = types.email.get(type);
  if (!kinds) throw invalid('Invalid email verification type');
  const method = isDeviceLink(link) ? deviceMethod : 'otp';
  return {
    kinds,
    stored: auth.oneTimeTokens.storedOfLink(link),
    provider: 'email',
    address: undefined,
    method,
  };
}

/** @throws AuthError validation_failed */
export function presentCode(
  auth: Pick<Auth, 'oneTimeTokens'>,
  type: string,
  { token, email, phone }: { token: string; email: string; phone: string },
): Presented {
  if ((email === '') === (phone === ''))
    throw invalid('Only an email address or phone number should be provided on verify');
  const provider = email === '' ? 'phone' : 'email';
  const address = normalizeAddress(provider, email || phone);
  const kinds = types[provider].get(type);
  if (!kinds) throw invalid(`Invalid ${provider === 'phone' ? 'sms' : 'email'} verification type`);
  return {
    kinds,
    stored: auth.oneTimeTokens.storedOfCode(address, token),
    provider,
    address,
    method: 'otp',
  };
}
