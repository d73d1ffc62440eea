import { normalizeEmail, normalizePhone } from '../accounts/addresses.ts';
import { invalid } from '../errors.ts';
import type { TokenKind } from './one-time-tokens.ts';
import type { Auth } from '../services.ts';
import type { Presented } from './redeem.ts';

/** The types of verification that go by e-mail, and which tokens each accepts (wire §5). */
const emailTypes: ReadonlyMap<string, readonly TokenKind[]> = new Map([
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['magiclink', ['recovery_token']],
  ['recovery', ['recovery_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['email_change', ['email_change_token_current', 'email_change_token_new']],
]);

const phoneTypes: ReadonlyMap<string, readonly TokenKind[]> = new Map([
  ['sms', ['confirmation_token']],
  ['phone_change', ['phone_change_token']],
]);

/**
 * The token of a link.
 * @throws AuthError validation_failed
 */
export function presentLink(auth: Auth, type: string, link: string): Presented {
  const kinds = emailTypes.get(type);
  if (!kinds) throw invalid('Invalid email verification type');
  return { kinds, stored: auth.oneTimeTokens.storedOfLink(link), medium: 'email' };
}

/**
 * A code, and the address it was sent to.
 * @throws AuthError validation_failed
 */
export function presentCode(
  auth: Auth,
  type: string,
  { token, email, phone }: { token: string; email: string; phone: string },
): Presented & { readonly address: string } {
  if ((email === '') === (phone === ''))
    throw invalid('Only an email address or phone number should be provided on verify');
  const medium = email === '' ? 'phone' : 'email';
  const address = email === '' ? normalizePhone(phone) : normalizeEmail(email);
  const kinds = (email === '' ? phoneTypes : emailTypes).get(type);
  if (!kinds) throw invalid(`Invalid ${email === '' ? 'sms' : 'email'} verification type`);
  return { kinds, stored: auth.oneTimeTokens.storedOfCode(address, token), medium, address };
}
