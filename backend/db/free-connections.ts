import type pg from 'pg';

/** A connection goes back to its pool after this time, which replaces old ones and closes idle ones. */
const holdMs = 1000;

/**
 * Free connections in front of a pool: a pool takes two timers, a turn of the event loop and a promise for each use of a
 * connection. The pool keeps the order of those who wait, the number of connections and their lifetime.
 */
export class FreeConnections {
  readonly #pool: pg.Pool;
  /** The most recently used one is the last. */
  readonly #free: pg.PoolClient[] = [];
  /** When the pool gave each of them, by `performance.now`. */
  readonly #heldSince = new WeakMap<pg.PoolClient, number>();
  readonly #broken = new WeakSet<pg.PoolClient>();
  #sweep: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => {
      client.once('error', () => this.#broken.add(client));
      client.once('end', () => this.#broken.add(client));
    });
  }

  /** A connection, which `put` takes back. @throws Error when none could be had in time */
  async take(): Promise<pg.PoolClient> {
    for (let client = this.#free.pop(); client; client = this.#free.pop()) {
      if (!this.#broken.has(client)) return client;
      client.release(true);
    }
    const client = await this.#pool.connect();
    this.#heldSince.set(client, performance.now());
    return client;
  }

  /** @param error of a connection that must not be used again */
  put(client: pg.PoolClient, error?: Error): void {
    const age = performance.now() - (this.#heldSince.get(client) ?? 0);
    if (error || age > holdMs || this.#pool.waitingCount > 0 || this.#pool.ending)
      return client.release(error);
    this.#free.push(client);
    this.#sweep ??= setTimeout(() => this.#release(), holdMs).unref();
  }

  /** Closes all connections, those in use when they come back. */
  end(): Promise<void> {
    const ended = this.#pool.end();
    this.#release();
    return ended;
  }

  /** Gives all free connections back to the pool. */
  #release(): void {
    clearTimeout(this.#sweep);
    this.#sweep = undefined;
    for (const client of this.#free.splice(0)) client.release();
  }
}
