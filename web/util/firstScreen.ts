/**
 * Runs work after the frame that is being drawn has been painted, when the next touch is taken. A message comes right after
 * the paint; at the start of a page a timer would wait for what else is to be done, a tenth of a second on a slow phone.
 */
export function afterPaint(work: () => void): void {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      work();
    });
    port1.start();
    port2.postMessage(null);
  });
}

/** The parts that a person waits for at the start; `bench/lighthouse` reads these marks of the browser's timeline. */
export type FirstPart = 'driver' | 'usable';

/** A screen that takes longer, or another one than the passenger's, does not hold the rest back. */
const maxWaitMs = 3_000;

let announce: () => void;
const shown = new Promise<void>((resolve) => {
  announce = resolve;
});

/** Marks a part of the passenger's screen as painted and ready for touches, once. */
export function markFirst(part: FirstPart): void {
  afterPaint(() => {
    if (performance.getEntriesByName(part, 'mark').length === 0) performance.mark(part);
    if (part === 'usable') announce();
  });
}

/**
 * Resolves when the passenger's screen can be used. The rest of the start waits for it: on a slow device each file and each
 * request delays the screen.
 */
export function afterFirstScreen(): Promise<void> {
  const startMs = Math.max(0, maxWaitMs - performance.now());
  return Promise.race([shown, new Promise<void>((resolve) => setTimeout(resolve, startMs))]);
}
