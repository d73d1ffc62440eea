/** Editing steps from one text to the other: insert, delete or replace a character. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const replaced = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}

/** Names longer than this are not compared: the work grows with the square. */
const maxCharacters = 100;

/**
 * The name most like the wanted one, for a hint; undefined when none comes near. `likeness` is the share of
 * characters that must agree.
 */
export function mostSimilar(wanted: string, names: Iterable<string>, likeness = 0.6): string | undefined {
  if (wanted.length > maxCharacters) return undefined;
  let best: string | undefined;
  let bestShare = 0;
  for (const name of new Set(names)) {
    if (name === wanted || name.length > maxCharacters) continue;
    const distance = editDistance(wanted.toLowerCase(), name.toLowerCase());
    const share = 1 - distance / Math.max(wanted.length, name.length);
    if (share >= likeness && share > bestShare) [best, bestShare] = [name, share];
  }
  return best;
}
