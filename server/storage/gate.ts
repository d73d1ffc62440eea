import { StorageError } from './errors.ts';

/** Lets a bounded number of tasks run at once and a bounded number wait. */
export interface Gate {
  /** Runs the task when it is its turn. Throws StorageError SlowDown when too many wait already. */
  run<Result>(task: () => Promise<Result>): Promise<Result>;
}

export function createGate(limits: { readonly running: number; readonly waiting: number }): Gate {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(task) {
      if (running >= limits.running) {
        if (queue.length >= limits.waiting) throw new StorageError('SlowDown');
        // Whoever leaves hands its place over: `running` stays as it is.
        await new Promise<void>((resolve) => queue.push(resolve));
      } else running += 1;
      try {
        return await task();
      } finally {
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
