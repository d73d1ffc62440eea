/** As passwords are compared: lower case, without accents, spaces and punctuation. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** Loads the passwords that are chosen most, worldwide, the commonest first. */
export async function loadCommonestPasswords(): Promise<readonly string[]> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return dictionary['passwords-common'];
}

let foldedPasswords: Promise<readonly string[]> | undefined;

/** The commonest passwords, folded once per process: it takes tens of milliseconds. */
function foldCommonest(): Promise<readonly string[]> {
  return (foldedPasswords ??= loadCommonestPasswords().then((passwords) => passwords.map(fold)));
}

/**
 * Collects the words that the commonest passwords consist of, folded. A password that is one of them, alone, twice, with digits
 * before or after (“santiago2026”) or for letters (“s4nt14g0”), is among the first that an attacker tries.
 * @param further words that the worldwide list lacks
 */
export async function collectCommonWords(further: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set([...(await foldCommonest()), ...further.map(fold)].filter((word) => word !== ''));
}
