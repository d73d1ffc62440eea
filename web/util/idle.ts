/** For browsers without `requestIdleCallback` (Safari). In milliseconds. */
const pause = 100;

/** Resolves when the page is idle. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, pause);
  });
}
