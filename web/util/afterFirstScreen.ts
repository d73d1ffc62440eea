/** By this time the first screen has loaded. In milliseconds. */
const delay = 2_000;

/** Runs work that must not compete with the first screen for the network. Call it while the page is loading. */
export function afterFirstScreen(work: () => Promise<unknown>): void {
  // Without a network it fails; the next start tries again.
  const start = () => void work().catch(() => undefined);
  window.addEventListener('load', () => setTimeout(start, delay));
}
