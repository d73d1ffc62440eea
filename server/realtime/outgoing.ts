import type { Context } from '../context.ts';
import { pack } from './parcels.ts';

/** Messages on their way to the other processes. */
export interface Outgoing {
  /** Sends a message, after those before it. With too many waiting it is lost. */
  send(message: object): void;
  /** Settles when everything is sent. */
  sent(): Promise<void>;
}

/** Messages of one transaction, and those that may wait for it. */
const [maxBatch, maxWaiting] = [100, 20_000];

/** Sends on a channel of NOTIFY. What is asked for while a transaction runs goes together in the next one. */
export function createOutgoing({ db, log }: Context, channel: string): Outgoing {
  const waiting: string[] = [];
  let sending: Promise<void> | undefined;

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxBatch).flatMap(pack);
      await db
        .query('select pg_notify($1, each) from unnest($2::text[]) as each', [channel, batch])
        .catch((error: unknown) => log.error({ err: error }, 'messages were not handed on'));
    }
    sending = undefined;
  }

  return {
    send(message) {
      if (waiting.length >= maxWaiting) {
        log.warn('too many messages wait for the other processes');
        return;
      }
      waiting.push(JSON.stringify(message));
      sending ??= sendAll();
    },
    sent: () => sending ?? Promise.resolve(),
  };
}
