import * as v from 'valibot';
import { invalid } from '../errors.ts';

/** The kinds of addresses that an account signs in with. Upstream calls them providers. */
export const addressProviders = ['email', 'phone'] as const;
export type AddressProvider = (typeof addressProviders)[number];

export interface Address {
  readonly provider: AddressProvider;
  /** In its stored form. */
  readonly address: string;
}

/** The longest address that mail can be sent to (RFC 5321). */
const maxEmailCharacters = 254;
const emailSchema = v.pipe(v.string(), v.maxLength(maxEmailCharacters), v.rfcEmail());

export function isEmail(text: string): boolean {
  return v.safeParse(emailSchema, text, { abortPipeEarly: true }).success;
}

/** In lower case, as addresses are stored. Other letters stay: `toLowerCase` makes a `k` of the sign for Kelvin (U+212A). */
export function toLowerLatin(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** An e-mail address in its stored form: lower case. @throws AuthError validation_failed */
export function normalizeEmail(email: string): string {
  if (email === '') throw invalid('An email address is required');
  if (!isEmail(email)) throw invalid('Unable to validate email address: invalid format');
  return toLowerLatin(email);
}

/** A phone number in its stored form: digits with country code, without the plus. @throws AuthError validation_failed */
export function normalizePhone(phone: string): string {
  const digits = phone.replace(/^\+/, '').replaceAll(' ', '');
  if (!/^[1-9][0-9]{1,14}$/.test(digits)) throw invalid('Invalid phone number format (E.164 required)');
  return digits;
}

/** As `normalizeEmail` or `normalizePhone`. */
export function normalizeAddress(provider: AddressProvider, address: string): string {
  return provider === 'email' ? normalizeEmail(address) : normalizePhone(address);
}
