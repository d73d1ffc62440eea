import { dictionary } from '@zxcvbn-ts/language-common';

/** As passwords are compared: lower case, without accents, spaces and punctuation. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** The passwords that are chosen most, worldwide, the commonest first. */
export const commonestPasswords: readonly string[] = dictionary['passwords-common'];

let foldedPasswords: readonly string[] | undefined;

/** The commonest passwords, folded once per process: it takes tens of milliseconds. */
function foldCommonest(): readonly string[] {
  return (foldedPasswords ??= commonestPasswords.map(fold));
}

/**
 * The words that the commonest passwords consist of, folded. A password that is one of them, alone, twice, with digits
 * before or after (“santiago2026”) or for letters (“s4nt14g0”), is among the first that an attacker tries.
 * @param further words that the worldwide list lacks
 */
export function collectCommonWords(further: readonly string[]): ReadonlySet<string> {
  return new Set([...foldCommonest(), ...further.map(fold)].filter((word) => word !== ''));
}
