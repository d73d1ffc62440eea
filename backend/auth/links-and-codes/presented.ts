import { normalizeEmail, normalizePhone } from '../accounts/addresses.ts';
import { invalid } from '../errors.ts';
import type { Auth } from '../services.ts';
import type { TokenKind } from './one-time-tokens.ts';

/** A token that a request presents. */
export interface Presented {
  readonly kinds: readonly TokenKind[];
  readonly stored: readonly string[];
  /** Both media keep their confirmation tokens in the same column. */
  readonly medium: 'email' | 'phone';
  /** The address of a code; undefined for the token of a link, which is valid without one. */
  readonly address: string | undefined;
}

/** The types of verification by mail, and the tokens that each accepts. */
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

/** @throws AuthError validation_failed */
export function presentLink(auth: Auth, type: string, link: string): Presented {
  const kinds = emailTypes.get(type);
  if (!kinds) throw invalid('Invalid email verification type');
  return { kinds, stored: auth.oneTimeTokens.storedOfLink(link), medium: 'email', address: undefined };
}

/** @throws AuthError validation_failed */
export function presentCode(
  auth: Auth,
  type: string,
  { token, email, phone }: { token: string; email: string; phone: string },
): Presented {
  if ((email === '') === (phone === ''))
    throw invalid('Only an email address or phone number should be provided on verify');
  const medium = email === '' ? 'phone' : 'email';
  const address = email === '' ? normalizePhone(phone) : normalizeEmail(email);
  const kinds = (email === '' ? phoneTypes : emailTypes).get(type);
  if (!kinds) throw invalid(`Invalid ${email === '' ? 'sms' : 'email'} verification type`);
  return { kinds, stored: auth.oneTimeTokens.storedOfCode(address, token), medium, address };
}
