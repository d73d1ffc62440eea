import pg from 'pg';
import { createBackoff } from '../util/backoff.ts';

/** The arguments of one `Database.listen`. */
interface Subscription {
  readonly channel: string;
  readonly onNotification: (payload: string) => void;
  readonly onGap: () => void;
}

const heartbeatIntervalMs = 10_000;

function listenSql(subscriptions: Iterable<Subscription>): string {
  const channels = new Set([...subscriptions].map(({ channel }) => pg.escapeIdentifier(channel)));
  return [...channels].map((channel) => `listen ${channel}`).join('; ');
}

/**
 * Listens to all channels of a process over one connection, opened by the first `listen`. A lost connection is opened
 * again with exponential backoff; every subscription hears of the gap when it begins and when it ends.
 */
export class Listener {
  readonly #config: pg.ClientConfig;
  readonly #onError: (error: Error) => void;
  readonly #heartbeatMs: number;
  readonly #subscriptions = new Set<Subscription>();
  readonly #closing = new AbortController();
  #connection: Promise<pg.Client> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /**
   * @param heartbeatMs between the queries that find a connection whose other end vanished without a word, as in a
   *   failover, and the time that a query may take
   */
  constructor(config: pg.ClientConfig, onError: (error: Error) => void, heartbeatMs = heartbeatIntervalMs) {
    this.#config = { ...config, query_timeout: heartbeatMs };
    this.#onError = onError;
    this.#heartbeatMs = heartbeatMs;
  }

  /** As `Database.listen`. @throws Error when the connection cannot be opened: then nothing is subscribed */
  async listen(channel: string, onNotification: (payload: string) => void, onGap: () => void): Promise<void> {
    const subscription = { channel, onNotification, onGap };
    this.#subscriptions.add(subscription);
    try {
      const client = await this.#connect();
      // A connection that was being opened may have read the subscriptions before.
      await this.#run(client, listenSql([subscription]));
    } catch (error) {
      this.#subscriptions.delete(subscription);
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#connection?.catch(() => undefined);
    await client?.end();
  }

  #connect(): Promise<pg.Client> {
    this.#connection ??= this.#open().catch((error: unknown) => {
      this.#connection = undefined;
      throw error;
    });
    return this.#connection;
  }

  async #open(): Promise<pg.Client> {
    const client = new pg.Client(this.#config);
    client.on('error', this.#onError);
    client.on('notification', ({ channel, payload = '' }) => {
      for (const each of this.#subscriptions) if (each.channel === channel) each.onNotification(payload);
    });
    try {
      await client.connect();
      await this.#run(client, listenSql(this.#subscriptions));
      this.#closing.signal.throwIfAborted();
    } catch (error) {
      await client.end();
      throw error;
    }
    const timer = setInterval(() => void this.#beat(client), this.#heartbeatMs).unref();
    client.once('end', () => {
      clearInterval(timer);
      this.#connection = undefined;
      if (this.#closing.signal.aborted) return;
      this.#tellGap();
      void this.#reconnect();
    });
    return client;
  }

  /** Runs statements one after another, because a client takes one at a time. */
  #run(client: pg.Client, sql: string): Promise<unknown> {
    const result = this.#turn.then(() => client.query(sql));
    this.#turn = result.catch(() => {});
    return result;
  }

  async #beat(client: pg.Client): Promise<void> {
    try {
      await this.#run(client, 'select 1');
    } catch (error) {
      this.#onError(error as Error);
      await client.end();
    }
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#closing;
    const backoff = createBackoff(signal, { ref: false });
    for (;;) {
      await backoff.wait();
      if (signal.aborted) return;
      try {
        await this.#connect();
        return this.#tellGap();
      } catch (error) {
        this.#onError(error as Error);
      }
    }
  }

  #tellGap(): void {
    for (const { onGap } of this.#subscriptions) onGap();
  }
}
