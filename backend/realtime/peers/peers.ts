import * as v from 'valibot';
import type { Context } from '../../context.ts';
import type { Broadcast } from '../protocol/frames.ts';
import { processOf, roomOf, type Hub, type PresenceChange } from '../rooms/hub.ts';
import type { Interest } from './registration.ts';
import { createOutgoing } from './outgoing.ts';
import { createUnpacker } from './parcels.ts';

/** The server processes of one database: broadcasts and presences of each reach the clients of all. */
export interface Peers extends AsyncDisposable {
  /** Hands a broadcast of this process on to the others. */
  forward(room: string, broadcast: Broadcast): void;
  /** Tells the others of a client of this process. */
  announce(change: PresenceChange): void;
}

const channel = 'realtime_messages';

const notification = v.union([
  /** A process is new, or has missed something: it wants to know who is present. */
  v.object({ hello: v.string() }),
  v.object({ bye: v.string() }),
  /** A row of `realtime.messages`. */
  v.object({ message: v.string() }),
  v.object({
    from: v.string(),
    room: v.string(),
    event: v.string(),
    encoding: v.picklist(['json', 'binary']),
    body: v.string(),
  }),
  v.object({
    from: v.string(),
    room: v.string(),
    owner: v.string(),
    entry: v.nullable(
      v.object({ key: v.string(), ref: v.string(), meta: v.record(v.string(), v.unknown()) }),
    ),
  }),
  /** All whose presence the process vouches for: others have gone. */
  v.object({ from: v.string(), owners: v.array(v.string()) }),
]);
type Notification = v.InferOutput<typeof notification>;

interface SentBySql {
  readonly topic: string;
  readonly event: string | null;
  readonly private: boolean | null;
  readonly payload: string;
}

/** Rows of `realtime.messages` are kept as long as a hosted project keeps them. */
const cleanUpSql = `delete from realtime.messages where inserted_at < now() - interval '3 days'`;

export async function createPeers(context: Context, hub: Hub, interest: Interest): Promise<Peers> {
  const { db, log } = context;
  const { process } = interest;
  const outgoing = createOutgoing(context, channel);
  const unpack = createUnpacker();
  const failed = (error: unknown): void => log.error({ err: error }, 'a message was not handed on');
  let closed = false;

  function send(message: Notification): void {
    if (!closed) outgoing.send(message);
  }

  function announce({ room, owner, entry }: PresenceChange): void {
    if (interest.peers().size > 0) send({ from: process, room, owner, entry: entry ?? null });
  }

  /** Tells whom this process has; where nobody listens, nothing. */
  function announceAll(): void {
    const own = hub.ownPresences();
    if (interest.peers().size > 0) send({ from: process, owners: own.map(({ owner }) => owner) });
    for (const change of own) announce(change);
  }

  async function introduce(): Promise<void> {
    await interest.renew();
    send({ hello: process });
    announceAll();
  }

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

  function receiveFromPeer(message: Extract<Notification, { from: string }>): void {
    if (message.from === process) return;
    if ('owners' in message) {
      const vouched = new Set(message.owners);
      hub.forgetPresences((owner) => processOf(owner) === message.from && !vouched.has(owner));
    } else if ('owner' in message) {
      const { room, owner, entry } = message;
      if (processOf(owner) === message.from) hub.setPresence({ room, owner, entry: entry ?? undefined });
    } else {
      const { room, event, encoding, body } = message;
      hub.broadcast(room, { event, encoding, body: Buffer.from(body, 'base64') });
    }
  }

  async function receive(text: string): Promise<void> {
    const value = unpack(text);
    if (value === undefined) return;
    const message = v.parse(notification, value);
    if ('from' in message) receiveFromPeer(message);
    else if ('message' in message) await deliverRow(message.message);
    else if ('hello' in message && message.hello !== process) {
      await interest.renew();
      announceAll();
    } else if ('bye' in message && message.bye !== process) {
      hub.forgetPresences((owner) => processOf(owner) === message.bye);
      await interest.renew();
    }
  }

  await db.listen(
    channel,
    (text) => void receive(text).catch(failed),
    () => void introduce().catch(failed),
  );
  interest.onRenewed((newcomers) => {
    // A process that ended without a word takes its clients along. One that was only thought dead comes back.
    const alive = interest.peers();
    hub.forgetPresences((owner) => processOf(owner) !== process && !alive.has(processOf(owner)));
    if (newcomers) introduce().catch(failed);
  });
  await introduce();
  await db.query(cleanUpSql);

  return {
    forward(room, { event, encoding, body }) {
      if (interest.peers().size === 0) return;
      send({ from: process, room, event, encoding, body: body.toString('base64') });
    },
    announce,
    async [Symbol.asyncDispose]() {
      send({ bye: process });
      closed = true;
      await outgoing.sent();
    },
  };
}
