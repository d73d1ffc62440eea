const key = 'sign-in-services';

/** Remembers how many further ways to sign in were offered here, so that their place is kept free the next time. */
export function rememberOptionCount(count: number): void {
  try {
    localStorage.setItem(key, String(count));
  } catch {
    // A full or forbidden storage only costs the place.
  }
}

/** The height in pixels of as many buttons as there were the last time; undefined when there were none. */
export function optionSpace(): number | undefined {
  try {
    const count = Math.min(Number(localStorage.getItem(key) ?? 0), 4);
    return count > 0 ? 49 + count * 68 - 12 : undefined;
  } catch {
    return undefined;
  }
}
