import { availableParallelism } from 'node:os';
import { AuthError } from '../errors.ts';

/**
 * Runs a job in the turn of its network.
 * @throws AuthError over_request_rate_limit when the queue is full and this network has its share of it
 */
export type HashQueue = <Result>(network: string, job: () => Promise<Result>) => Promise<Result>;

/** A hash occupies a core and 19 MiB. One of the four threads of Node's pool stays free for reading files. */
const defaultConcurrency = Math.min(availableParallelism(), 3);
/** About a second of work; people would not wait longer. */
const defaultMaxWaiting = 64;

interface Waiting {
  start(): void;
  reject(): void;
}

/** Queues by network. The networks take turns; when all are full together, the longest queue loses its last job. */
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
        if (crowded.length <= queue.length + 1) return waiting.reject();
        crowded.pop()?.reject();
        size -= 1;
      }
      queues.set(network, queue);
      queue.push(waiting);
      size += 1;
      return undefined;
    },
    /** Takes the next job, from the network that has waited longest for its turn. */
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

/** Bounds the concurrent and the waiting jobs. One network cannot fill the queue for the others. */
export function createHashQueue(concurrency = defaultConcurrency, maxWaiting = defaultMaxWaiting): HashQueue {
  const line = createLine(maxWaiting);
  let running = 0;
  return async (network, job) => {
    if (running < concurrency) running += 1;
    else
      await new Promise<void>((start, reject) => {
        const fail = () => reject(new AuthError('over_request_rate_limit', { retryAfter: 1 }));
        line.add(network, { start, reject: fail });
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
