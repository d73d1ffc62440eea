/** The starts and everything that `next` leads to from them, in the order in which it is met. */
export function reach(
  starts: readonly string[],
  next: (name: string) => readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    next(name).forEach(add);
  };
  starts.forEach(add);
  return found;
}
