import { StorageError } from '../storage/errors.ts';

/** Lets a bounded number of tasks run at once and a bounded number wait, and one payer only a share of both. */
export interface Gate {
  /**
   * Runs the task at its turn; payers take turns.
   * @param payers account and network that the task counts against; no share applies when it is empty
   * @throws StorageError SlowDown when too many wait
   */
  run<Result>(payers: readonly string[], task: () => Promise<Result>): Promise<Result>;
}

interface Places {
  readonly running: number;
  readonly waiting: number;
}

interface Waiting {
  readonly payers: readonly string[];
  start(): void;
}

/** @param share the most places that one payer takes */
export function createGate(places: Places, share: Places): Gate {
  const queue: Waiting[] = [];
  const runningOf = new Map<string, number>();
  let running = 0;
  let served: readonly string[] = [];

  function fits(payers: readonly string[]): boolean {
    return running < places.running && payers.every((payer) => (runningOf.get(payer) ?? 0) < share.running);
  }

  function enter(payers: readonly string[]): void {
    running += 1;
    served = payers;
    for (const payer of payers) runningOf.set(payer, (runningOf.get(payer) ?? 0) + 1);
  }

  function leave(payers: readonly string[]): void {
    running -= 1;
    for (const payer of payers) {
      const left = (runningOf.get(payer) ?? 0) - 1;
      if (left > 0) runningOf.set(payer, left);
      else runningOf.delete(payer);
    }
    const ready = queue.filter((waiting) => fits(waiting.payers));
    const next = ready.find((waiting) => !waiting.payers.some((payer) => served.includes(payer))) ?? ready[0];
    if (!next) return;
    queue.splice(queue.indexOf(next), 1);
    enter(next.payers);
    next.start();
  }

  function wait(payers: readonly string[]): Promise<void> {
    const waitingOf = (payer: string): number =>
      queue.filter((waiting) => waiting.payers.includes(payer)).length;
    if (queue.length >= places.waiting || payers.some((payer) => waitingOf(payer) >= share.waiting))
      throw new StorageError('SlowDown');
    return new Promise((start) => queue.push({ payers, start }));
  }

  return {
    async run(payers, task) {
      if (fits(payers)) enter(payers);
      else await wait(payers);
      try {
        return await task();
      } finally {
        leave(payers);
      }
    },
  };
}
