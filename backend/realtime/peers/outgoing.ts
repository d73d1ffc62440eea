import type { Context } from '../../context.ts';
import { pack } from './parcels.ts';

/** Messages on their way to the other processes. */
export interface Outgoing {
  /** Sends a message, after those before it. With too many waiting it is lost. */
  send(message: object): void;
  /** Settles when everything is sent. */
  sent(): Promise<void>;
}

/** Messages of one transaction, and how many characters may wait for it. */
const [maxBatch, maxWaiting] = [100, 16 * 1024 * 1024];

/** Sends on a channel of NOTIFY. What is asked for while a transaction runs goes together in the next one. */
export function createOutgoing({ db, log }: Context, channel: string): Outgoing {
  const waiting: string[] = [];
  let size = 0;
  let isFull = false;
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const messages = waiting.splice(0, maxBatch);
      for (const message of messages) size -= message.length;
      const batch = messages.flatMap(pack);
      await db
        .query('select pg_notify($1, each) from unnest($2::text[]) as each', [channel, batch])
        .catch((error: unknown) => log.error({ err: error }, 'messages were not handed on'));
    }
    sending = undefined;
    isFull = false;
  }

  return {
    send(message) {
      const text = JSON.stringify(message);
      if (size + text.length > maxWaiting) {
        if (!isFull) log.warn('too many messages wait for the other processes');
        isFull = true;
        return;
      }
      size += text.length;
      waiting.push(text);
      sending ??= sendAll();
    },
    sent: () => sending ?? Promise.resolve(),
  };
}
