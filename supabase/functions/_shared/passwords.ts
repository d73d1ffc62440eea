import { invalid } from './errors.ts';

const maxLength = 1000;

/** @throws HttpError validation_failed */
export function passwordOf(value: unknown): string {
  if (typeof value !== 'string' || value === '' || value.length > maxLength || !value.isWellFormed())
    throw invalid('password');
  return value;
}

/** Without characters that look alike: people type the password from a screen. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const length = 20;
/** Every kind of character that a policy may require; the hyphen between the groups is the symbol. */
const required = [/[a-z]/, /[A-Z]/, /[0-9]/];

function randomCharacter(): string {
  // Drop values from here on: they would favour the first letters.
  const limit = 256 - (256 % alphabet.length);
  for (;;) {
    const [value = 0] = crypto.getRandomValues(new Uint8Array(1));
    if (value < limit) return alphabet[value % alphabet.length] ?? '';
  }
}

/** A random password of 20 letters and digits in groups, such as `k4Tq-…`, that every policy accepts. */
export function newPassword(): string {
  for (;;) {
    const characters = Array.from({ length }, randomCharacter).join('');
    if (required.every((set) => set.test(characters))) return characters.replace(/.{4}(?=.)/g, '$&-');
  }
}
