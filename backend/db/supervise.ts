import { createBackoff } from '../util/backoff.ts';

/** A process that runs until it ends by itself or is stopped. */
export interface Child {
  /** Resolves with the way it ended. */
  readonly end: Promise<string>;
  /** Ends the process and waits until it has. */
  stop(): Promise<void>;
}

/** A process that ran this long restarts after the shortest delay. */
const healthyAfterMs = 3_000;

/**
 * Starts a process and restarts it whenever it ends by itself, with exponential backoff of at most five seconds. Disposing
 * stops it.
 * @param name of the process, in the log
 * @throws errors of the first `launch`; logs later ones
 */
export async function supervise(
  launch: () => Promise<Child>,
  log: (line: string) => void,
  name: string,
): Promise<AsyncDisposable> {
  const stopping = new AbortController();
  let current = await launch();
  let startedAt = performance.now();
  const backoff = createBackoff(stopping.signal);

  async function bringBack(): Promise<void> {
    while (!stopping.signal.aborted) {
      await backoff.wait();
      if (stopping.signal.aborted) return;
      try {
        current = await launch();
        startedAt = performance.now();
        log(`${name} runs again`);
        return;
      } catch (error) {
        log(`${name} cannot be started yet: ${(error as Error).message}`);
      }
    }
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const how = await current.end;
      if (stopping.signal.aborted) return;
      log(`${name} ended unexpectedly (${how}); restarting it`);
      if (performance.now() - startedAt > healthyAfterMs) backoff.reset();
      await bringBack();
    }
    await current.stop();
  }

  const watching = watch();
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await current.stop();
      await watching;
    },
  };
}
