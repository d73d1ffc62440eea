/** The first letters of the first and the last name: «Ana María Soto» is AS. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  const letters = ends.map((word = '') => Array.from(word)[0]);
  return letters.join('').toLocaleUpperCase();
}
