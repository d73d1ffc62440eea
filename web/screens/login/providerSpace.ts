const key = 'sign-in-services';

/** Remembers how many services were offered here, so that their place is kept free the next time. */
export function rememberProviderCount(count: number): void {
  try {
    localStorage.setItem(key, String(count));
  } catch {
    // A full or forbidden storage only costs the place.
  }
}

/** The height in pixels of as many buttons as there were the last time; undefined when there were none. */
export function providerSpace(): number | undefined {
  try {
    const count = Math.min(Number(localStorage.getItem(key) ?? 0), 3);
    return count > 0 ? 49 + count * 68 - 12 : undefined;
  } catch {
    return undefined;
  }
}
