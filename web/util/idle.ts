/** Where a browser does not say when it is idle (Safari). In milliseconds. */
const pause = 100;

/** Resolves as soon as the page has nothing better to do. */
export function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
    else setTimeout(resolve, pause);
  });
}
