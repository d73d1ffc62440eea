import type { Context } from '../../service/context.ts';
import { splitMessage } from './chunks.ts';

/** Messages in one transaction. */
const maxBatch = 100;
/** Bounds the messages that wait for a transaction. */
const maxWaitingCharacters = 16 * 1024 * 1024;

/** Sends messages to a NOTIFY channel, in order. Messages that arrive during a transaction share the next one. */
export function createOutgoing({ db, log, outages }: Context, channel: string) {
  const waiting: string[] = [];
  let size = 0;
  let isFull = false;
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const messages = waiting.splice(0, maxBatch);
      for (const message of messages) size -= message.length;
      const values = [channel, messages.flatMap(splitMessage)];
      await db
        .query('select pg_notify($1, each) from unnest($2::text[]) as each', values)
        .catch((error: unknown) => outages.failed(error, 'could not send messages to other processes'));
    }
    sending = undefined;
    isFull = false;
  }

  return {
    /** Queues a message. Drops it when too many wait. */
    send(message: object): void {
      const text = JSON.stringify(message);
      if (size + text.length > maxWaitingCharacters) {
        if (!isFull) log.warn('dropped messages to other processes: too many are waiting');
        isFull = true;
        return;
      }
      size += text.length;
      waiting.push(text);
      sending ??= sendAll();
    },
    /** Resolves when every queued message is sent. */
    sent: (): Promise<void> => sending ?? Promise.resolve(),
  };
}
