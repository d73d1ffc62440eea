import type { AuthSettings } from '../../../config/auth-settings.ts';
import { fold } from './common-passwords.ts';
import { AuthError, invalid, type WeakPasswordReason } from '../../errors.ts';

/** Upstream's limit, counted in code points. */
const maxCharacters = 72;

const lower = 'abcdefghijklmnopqrstuvwxyz';
const upper = lower.toUpperCase();
const digits = '0123456789';
const symbols = '!@#$%^&*()_+-=[]{};\'\\:"|<>?,./`~';

/** The character sets of the Supabase CLI's `password_requirements`; a password needs a character of each. */
const requirements: Readonly<Record<AuthSettings['password_requirements'], readonly string[]>> = {
  '': [],
  letters_digits: [lower + upper, digits],
  lower_upper_letters_digits: [lower, upper, digits],
  lower_upper_letters_digits_symbols: [lower, upper, digits, symbols],
};

/** Neighbours on keyboards and in the alphabet. */
const rows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjklñ',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'qweasdzxc',
].map(fold);
const runs = rows.flatMap((row) => [row, [...row].toReversed().join('')]);

const lookAlikes: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

function trim(text: string, isOuter: RegExp): string {
  const characters = [...text];
  const start = characters.findIndex((character) => !isOuter.test(character));
  const end = characters.findLastIndex((character) => !isOuter.test(character));
  return start === -1 ? '' : characters.slice(start, end + 1).join('');
}

/** Readings for a guesser: as typed, without digits around it, and with letters for look-alikes. */
function readings(password: string): ReadonlySet<string> {
  const spelled = (text: string): string =>
    text.replace(/[013457@$]/g, (character) => lookAlikes[character] ?? character);
  const bare = trim(password, /[\d\W_]/u);
  const all = [password, bare, spelled(password), spelled(bare), spelled(bare).replaceAll('i', 'l')].map(
    fold,
  );
  return new Set([...all, ...all.map((text) => trim(text, /\d/))]);
}

/** The shortest part whose repetition gives the text. */
function repeated(text: string): string {
  // Within the doubled text, the second occurrence of the text starts after that part.
  return text.slice(0, `${text}${text}`.indexOf(text, 1));
}

function isCommon(password: string, commonWords: ReadonlySet<string>): boolean {
  const isKnown = (text: string): boolean =>
    commonWords.has(text) || (text.length > 2 && runs.some((run) => run.includes(text)));
  if (/^\d+$/.test(fold(password))) return true;
  for (const reading of readings(password)) {
    if (reading === '') continue;
    const part = repeated(reading);
    const isRhythm = part.length === 1 || (part.length < 5 && reading.length <= 16);
    if (isKnown(reading) || isKnown(part) || (part !== reading && isRhythm)) return true;
  }
  return false;
}

/** The problems of a password, as codes for programs and as a message for people; undefined when there are none. */
export function passwordWeakness(password: string, settings: AuthSettings, commonWords: ReadonlySet<string>) {
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
  if (settings.password_refuse_common && isCommon(password, commonWords))
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

/** @throws AuthError validation_failed (too long), weak_password */
export function checkPassword(
  password: string,
  settings: AuthSettings,
  commonWords: ReadonlySet<string>,
): void {
  if ([...password].length > maxCharacters)
    throw invalid(`Password cannot be longer than ${maxCharacters} characters`);
  const weakness = passwordWeakness(password, settings, commonWords);
  if (weakness)
    throw new AuthError('weak_password', { message: weakness.message, weakPassword: weakness.reasons });
}
