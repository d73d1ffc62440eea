/** A semaphore with a limit for all tasks and one for the tasks of each key. */
export interface Gate {
  /** Runs `work` once there is room. Rejects with the reason of `signal` if that aborts first. */
  run<Result>(key: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
}

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

export function createGate(inAll: number, perKey: number): Gate {
  const running = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let total = 0;

  const hasRoom = (key: string): boolean => total < inAll && (running.get(key) ?? 0) < perKey;

  function enter(key: string): void {
    total += 1;
    running.set(key, (running.get(key) ?? 0) + 1);
  }

  function leave(key: string): void {
    total -= 1;
    const others = (running.get(key) ?? 1) - 1;
    if (others === 0) running.delete(key);
    else running.set(key, others);
    for (const next of waiting) {
      if (!hasRoom(next.key)) continue;
      waiting.delete(next);
      enter(next.key);
      next.start();
      return;
    }
  }

  function turn(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        key,
        start() {
          signal.removeEventListener('abort', give);
          resolve();
        },
      };
      const give = (): void => {
        waiting.delete(entry);
        reject(signal.reason as Error);
      };
      waiting.add(entry);
      signal.addEventListener('abort', give, { once: true });
    });
  }

  return {
    async run(key, signal, work) {
      signal.throwIfAborted();
      if (hasRoom(key)) enter(key);
      else await turn(key, signal);
      try {
        return await work();
      } finally {
        leave(key);
      }
    },
  };
}
