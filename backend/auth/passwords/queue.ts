import { availableParallelism } from 'node:os';
import { AuthError } from '../errors.ts';

/**
 * Runs a job when it is its turn.
 * @param network the one that asks for it, as `visitorNetwork` gives it
 * @throws AuthError over_request_rate_limit when too many wait and this network has its share of them
 */
export type HashQueue = <Result>(network: string, job: () => Promise<Result>) => Promise<Result>;

/**
 * A hash takes 19 MiB and a core for its whole duration. Never more at once than there are cores, and one thread of
 * Node's four is left to reading files.
 */
const defaultConcurrency = Math.min(availableParallelism(), 3);
/** About a second of work: whoever comes later would wait longer than people do. */
const defaultMaxWaiting = 64;

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Jobs in line, by network: the networks take turns, and when the line is full the longest queue gives way. */
function createLine(maxWaiting: number) {
  const queues = new Map<string, Waiting[]>();
  let size = 0;

  function longest(): Waiting[] {
    return [...queues.values()].reduce((most, queue) => (queue.length > most.length ? queue : most), []);
  }

  return {
    add(network: string, waiting: Waiting): void {
      const queue = queues.get(network) ?? [];
      if (size >= maxWaiting) {
        const crowded = longest();
        if (crowded.length <= queue.length + 1) return waiting.refuse();
        crowded.pop()?.refuse();
        size -= 1;
      }
      queues.set(network, queue);
      queue.push(waiting);
      size += 1;
      return undefined;
    },
    /** The next job, of the network that has waited longest for its turn. */
    next(): Waiting | undefined {
      const [turn] = queues;
      if (!turn) return undefined;
      const [network, queue] = turn;
      const waiting = queue.shift();
      queues.delete(network);
      if (queue.length > 0) queues.set(network, queue);
      size -= 1;
      return waiting;
    },
  };
}

/**
 * Bounds how many hashes are computed at once and how many wait for it. One network cannot fill the queue for the
 * others: it waits behind itself.
 */
export function createHashQueue(concurrency = defaultConcurrency, maxWaiting = defaultMaxWaiting): HashQueue {
  const line = createLine(maxWaiting);
  let running = 0;
  return async (network, job) => {
    if (running < concurrency) running += 1;
    else
      await new Promise<void>((start, reject) => {
        const refuse = () => reject(new AuthError('over_request_rate_limit', { retryAfter: 1 }));
        line.add(network, { start, refuse });
      });
    try {
      return await job();
    } finally {
      const next = line.next();
      if (next) next.start();
      else running -= 1;
    }
  };
}
