export interface Piece {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** The lengths of the longest common subsequences of all ends of two lists. */
function commonLengths(before: readonly string[], after: readonly string[]): readonly (readonly number[])[] {
  const table = Array.from({ length: before.length + 1 }, () =>
    Array.from({ length: after.length + 1 }, () => 0),
  );
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      table[i]![j] =
        before[i] === after[j] ? table[i + 1]![j + 1]! + 1 : Math.max(table[i + 1]![j]!, table[i]![j + 1]!);
  return table;
}

/** The changes from one text to another, word by word. */
export function diffWords(before: string, after: string): readonly Piece[] {
  const [old, present] = [before, after].map((text) => text.split(/(?<=\s)/)) as [string[], string[]];
  const lengths = commonLengths(old, present);
  const pieces: Piece[] = [];
  const add = (kind: Piece['kind'], text: string) => {
    const last = pieces.at(-1);
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text };
    else pieces.push({ kind, text });
  };
  let [i, j] = [0, 0];
  while (i < old.length || j < present.length) {
    if (i < old.length && j < present.length && old[i] === present[j]) {
      add('same', old[i]!);
      i += 1;
      j += 1;
    } else if (j >= present.length || (i < old.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      add('removed', old[i]!);
      i += 1;
    } else {
      add('added', present[j]!);
      j += 1;
    }
  }
  return pieces;
}
