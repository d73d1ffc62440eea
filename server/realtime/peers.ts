import * as v from 'valibot';
import type { Context } from '../context.ts';
import type { Broadcast } from './frames.ts';
import { roomOf, type Hub } from './hub.ts';
import type { Interest } from './interest.ts';

/** Broadcasts between the server processes of one database, and those that SQL sends. */
export interface Peers {
  /** Hands a broadcast of this process on to the others. Too large ones stay here: NOTIFY takes 8000 bytes. */
  forward(room: string, broadcast: Broadcast): void;
}

const channel = 'realtime_messages';
const maxPayloadBytes = 7900;

const notification = v.union([
  v.object({ hello: v.string() }),
  v.object({ message: v.string() }),
  v.object({
    from: v.string(),
    room: v.string(),
    event: v.string(),
    encoding: v.picklist(['json', 'binary']),
    body: v.string(),
  }),
]);

interface SentBySql {
  readonly topic: string;
  readonly event: string | null;
  readonly private: boolean | null;
  readonly payload: string;
}

/** Rows of `realtime.messages` are kept as long as a hosted project keeps them. */
const cleanUpSql = `delete from realtime.messages where inserted_at < now() - interval '3 days'`;

export async function createPeers({ db, log }: Context, hub: Hub, interest: Interest): Promise<Peers> {
  const failed = (error: unknown): void => log.error({ err: error }, 'a broadcast was not handed on');
  const notify = (payload: string): void => {
    db.query('select pg_notify($1, $2)', [channel, payload]).catch(failed);
  };

  /** A message that SQL has sent; every process reads it for its own clients. */
  async function deliverRow(id: string): Promise<void> {
    const [row] = await db.query<SentBySql>(
      `select topic, event, private, coalesce(payload, '{}')::text as payload from realtime.messages where id = $1`,
      [id],
    );
    if (!row) return;
    const room = roomOf(row.topic, row.private ?? false);
    hub.broadcast(room, { event: row.event ?? '', encoding: 'json', body: Buffer.from(row.payload) });
  }

  async function receive(text: string): Promise<void> {
    const message = v.parse(notification, JSON.parse(text));
    if ('message' in message) return deliverRow(message.message);
    if ('hello' in message) return message.hello === interest.process ? undefined : interest.renew();
    if (message.from === interest.process) return undefined;
    const { room, event, encoding } = message;
    hub.broadcast(room, { event, encoding, body: Buffer.from(message.body, 'base64') });
    return undefined;
  }

  await db.listen(
    channel,
    (text) => void receive(text).catch(failed),
    () => void interest.renew().catch(failed),
  );
  notify(JSON.stringify({ hello: interest.process }));
  await db.query(cleanUpSql);

  return {
    forward(room, { event, encoding, body }) {
      if (!interest.hasPeers()) return;
      const from = interest.process;
      const payload = JSON.stringify({ from, room, event, encoding, body: body.toString('base64') });
      if (Buffer.byteLength(payload) <= maxPayloadBytes) notify(payload);
      else log.debug({ room }, 'a broadcast is too large for the other processes');
    },
  };
}
