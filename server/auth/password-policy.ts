import type { AuthSettings } from '../config/auth-settings.ts';
import { commonWords } from './common-passwords.ts';
import { AuthError, invalid, type WeakPasswordReason } from './errors.ts';

/** In characters (code points). The wire's limit; nothing is ever cut off. */
const maxLength = 72;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** The character sets of the Supabase CLI's `password_requirements`; one of each is required. */
const requirements: Readonly<Record<AuthSettings['password_requirements'], readonly string[]>> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};

/** What is wrong with a password: the reasons for programs, the sentences for people. */
export interface Weakness {
  readonly reasons: readonly WeakPasswordReason[];
  readonly message: string;
}

/** Lower case, without accents, spaces and punctuation. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

function isCommon(password: string, brandName: string): boolean {
  const folded = fold(password);
  const word = folded.replace(/^\d+|\d+$/g, '');
  const brand = fold(brandName);
  const known = (each: string): boolean => commonWords.has(each) || (brand !== '' && each === brand);
  return known(folded) || known(word) || /^(.)\1*$/u.test(password);
}

/** Measures a password against the policy; undefined when it is good enough. */
export function passwordWeakness(
  password: string,
  settings: AuthSettings,
  brandName: string,
): Weakness | undefined {
  const problems: [WeakPasswordReason, string][] = [];
  const shortest = settings.minimum_password_length;
  if ([...password].length < shortest)
    problems.push(['length', `Password should be at least ${shortest} characters.`]);
  const sets = requirements[settings.password_requirements];
  if (!sets.every((set) => [...set].some((character) => password.includes(character))))
    problems.push([
      'characters',
      `Password should contain at least one character of each: ${sets.join(', ')}.`,
    ]);
  if (isCommon(password, brandName))
    problems.push([
      'pwned',
      'Password is known to be weak and easy to guess, please choose a different one.',
    ]);
  if (problems.length === 0) return undefined;
  return {
    reasons: problems.map(([reason]) => reason),
    message: problems.map(([, sentence]) => sentence).join(' '),
  };
}

/**
 * Refuses a password that no account may have, whatever the policy.
 * @throws AuthError validation_failed
 */
export function checkPasswordLength(password: string): void {
  if ([...password].length > maxLength)
    throw invalid(`Password cannot be longer than ${maxLength} characters`);
}

/** @throws AuthError validation_failed (too long), weak_password */
export function checkPassword(password: string, settings: AuthSettings, brandName: string): void {
  checkPasswordLength(password);
  const weakness = passwordWeakness(password, settings, brandName);
  if (weakness)
    throw new AuthError('weak_password', { message: weakness.message, weakPassword: weakness.reasons });
}
