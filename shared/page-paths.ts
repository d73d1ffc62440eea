/** Whether an address is of a kind: `/rate/*` stands for every address below `/rate/`. */
export function matchesPath(kind: string, path: string): boolean {
  return kind.endsWith('*') ? path.startsWith(kind.slice(0, -1)) : path.replace(/\/$/, '') === kind;
}

/** The first entry whose kind an address is of; the last entry stands for every other address. */
export function entryAt<Entry extends { readonly path: string }>(
  entries: readonly Entry[],
  path: string,
): Entry | undefined {
  return entries.find((entry) => matchesPath(entry.path, path)) ?? entries.at(-1);
}
