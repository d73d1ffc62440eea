const key = 'sign-in-services';

/** Remembers the number of further sign-in options, so that their place stays free the next time. */
export function rememberOptionCount(count: number): void {
  try {
    localStorage.setItem(key, String(count));
  } catch {
    // Without storage the buttons only shift the page.
  }
}

/** The height in pixels of the buttons of the last time; undefined for none. */
export function optionSpace(): number | undefined {
  try {
    const count = Math.min(Number(localStorage.getItem(key) ?? 0), 4);
    return count > 0 ? 49 + count * 68 - 12 : undefined;
  } catch {
    return undefined;
  }
}
