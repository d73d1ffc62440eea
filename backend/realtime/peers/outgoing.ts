import type { Context } from '../../service/context.ts';
import { pack } from './parcels.ts';

/** Messages in one transaction. */
const maxBatch = 100;
/** Characters of the messages that wait for a transaction. */
const maxWaiting = 16 * 1024 * 1024;

/** Sends messages to a NOTIFY channel, in order. Messages that arrive during a transaction share the next one. */
export class OutgoingMessages {
  readonly #context: Context;
  readonly #channel: string;
  readonly #waiting: string[] = [];
  #size = 0;
  #isFull = false;
  #sending: Promise<void> | undefined;

  constructor(context: Context, channel: string) {
    this.#context = context;
    this.#channel = channel;
  }

  /** Queues a message. Drops it when too many wait. */
  send(message: object): void {
    const text = JSON.stringify(message);
    if (this.#size + text.length > maxWaiting) {
      if (!this.#isFull) this.#context.log.warn('dropped messages to other processes: too many are waiting');
      this.#isFull = true;
      return;
    }
    this.#size += text.length;
    this.#waiting.push(text);
    this.#sending ??= this.#sendAll();
  }

  /** Resolves when every queued message is sent. */
  sent(): Promise<void> {
    return this.#sending ?? Promise.resolve();
  }

  async #sendAll(): Promise<void> {
    const { db, log } = this.#context;
    while (this.#waiting.length > 0) {
      const messages = this.#waiting.splice(0, maxBatch);
      for (const message of messages) this.#size -= message.length;
      await db
        .query('select pg_notify($1, each) from unnest($2::text[]) as each', [
          this.#channel,
          messages.flatMap(pack),
        ])
        .catch((error: unknown) => log.error({ err: error }, 'could not send messages to other processes'));
    }
    this.#sending = undefined;
    this.#isFull = false;
  }
}
