import { availableParallelism } from 'node:os';
import { AuthError } from './errors.ts';

/** Runs a job when it is its turn. Throws AuthError over_request_rate_limit when too many wait already. */
export type HashQueue = <Result>(job: () => Promise<Result>) => Promise<Result>;

/**
 * A hash takes 19 MiB and a core for its whole duration. Never more at once than there are cores, and one thread of
 * Node's four is left to reading files.
 */
const defaultConcurrency = Math.min(availableParallelism(), 3);
/** About a second of work: whoever comes later would wait longer than people do. */
const defaultMaxWaiting = 64;

/** Bounds how many hashes are computed at once and how many wait for it. */
export function createHashQueue(concurrency = defaultConcurrency, maxWaiting = defaultMaxWaiting): HashQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (job) => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new AuthError('over_request_rate_limit', { retryAfter: 1 });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
