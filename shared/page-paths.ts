/** Whether an address is of a kind: `/rate/*` stands for every address below `/rate/`. */
export function matchesPath(kind: string, path: string): boolean {
  const plain = path.toLowerCase();
  return kind.endsWith('*') ? plain.startsWith(kind.slice(0, -1)) : plain.replace(/\/$/, '') === kind;
}

/** Whether a path is that of a file. `/guide.` and `/guide.)` are pages, to which a chat program has added signs. */
export const isFilePath = (path: string): boolean => /\.\w+$/.test(path);

/** The first entry whose kind an address is of; the last entry stands for every other address. */
export function entryAt<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  path: string,
): Entry | undefined {
  return entries.find((entry) => matchesPath(entry.path, path)) ?? entries.at(-1);
}
