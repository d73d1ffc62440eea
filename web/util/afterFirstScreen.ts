/** After this long nothing of the first screen is still loading. In milliseconds. */
const delay = 2_000;

/** Does what the first screen must not wait for, nor share its network with. Call it while the page is loading. */
export function afterFirstScreen(work: () => Promise<unknown>): void {
  // Without a network there will be another start.
  const start = () => void work().catch(() => undefined);
  window.addEventListener('load', () => setTimeout(start, delay));
}
