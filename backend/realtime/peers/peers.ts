import * as v from 'valibot';
import type { Context } from '../../service/context.ts';
import type { Broadcast } from '../protocol/frames.ts';
import { processOf, roomOf, type Hub, type PresenceChange } from '../rooms/hub.ts';
import { createOutgoing } from './outgoing.ts';
import { createReassembler } from './chunks.ts';
import type { ProcessRegistration } from './registration.ts';

const channel = 'realtime_messages';

const notification = v.union([
  /** A process is new, or may have missed messages: the others reply with their presences. */
  v.object({ hello: v.string() }),
  v.object({ bye: v.string() }),
  /** The id of a new row of `realtime.messages`. */
  v.object({ message: v.string() }),
  v.object({
    from: v.string(),
    room: v.string(),
    event: v.string(),
    encoding: v.picklist(['json', 'binary']),
    body: v.string(),
  }),
  /** A presence; null when its client left. */
  v.object({
    from: v.string(),
    room: v.string(),
    owner: v.string(),
    entry: v.nullable(
      v.object({ key: v.string(), ref: v.string(), meta: v.record(v.string(), v.unknown()) }),
    ),
  }),
  /** All clients of the process that have a presence: its other presences are stale. */
  v.object({ from: v.string(), owners: v.array(v.string()) }),
]);
type Notification = v.InferOutput<typeof notification>;

/** A hosted project also keeps the rows of `realtime.messages` for three days. */
const cleanUpSql = `delete from realtime.messages where inserted_at < now() - interval '3 days'`;

/** The other server processes of the database: their clients get our broadcasts and presences, and ours get theirs. */
export class Peers implements AsyncDisposable {
  readonly #context: Context;
  readonly #hub: Hub;
  readonly #registration: ProcessRegistration;
  readonly #outgoing: ReturnType<typeof createOutgoing>;
  readonly #reassemble = createReassembler();
  #closed = false;

  constructor(context: Context, hub: Hub, registration: ProcessRegistration) {
    this.#context = context;
    this.#hub = hub;
    this.#registration = registration;
    this.#outgoing = createOutgoing(context, channel);
  }

  /** Starts to exchange messages. */
  async start(): Promise<void> {
    const { db, outages } = this.#context;
    const report = (error: unknown): void =>
      outages.failed(error, 'could not exchange messages with other processes');
    const introduce = (): void => void this.#introduce().catch(report);
    await db.listen(channel, (text) => void this.#receive(text).catch(report), introduce);
    const { process: own } = this.#registration;
    this.#registration.onRenewed((newcomers) => {
      // A crashed process takes its clients along. One that was only slow introduces itself again.
      const alive = this.#registration.peers;
      this.#hub.forgetPresences((owner) => processOf(owner) !== own && !alive.has(processOf(owner)));
      if (newcomers) introduce();
    });
    await this.#introduce();
    await db.query(cleanUpSql);
  }

  /** Sends a broadcast of this process to the others. */
  forward(room: string, { event, encoding, body }: Broadcast): void {
    if (this.#registration.peers.size === 0) return;
    this.#send({ from: this.#registration.process, room, event, encoding, body: body.toString('base64') });
  }

  /** Sends the presence of a client of this process to the others. */
  announce({ room, owner, entry }: PresenceChange): void {
    if (this.#registration.peers.size === 0) return;
    this.#send({ from: this.#registration.process, room, owner, entry: entry ?? null });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#send({ bye: this.#registration.process });
    this.#closed = true;
    await this.#outgoing.sent();
  }

  #send(message: Notification): void {
    if (!this.#closed) this.#outgoing.send(message);
  }

  async #introduce(): Promise<void> {
    await this.#registration.renew();
    this.#send({ hello: this.#registration.process });
    this.#announceAll();
  }

  #announceAll(): void {
    if (this.#registration.peers.size === 0) return;
    const own = this.#hub.ownPresences();
    this.#send({ from: this.#registration.process, owners: own.map(({ owner }) => owner) });
    for (const change of own) this.announce(change);
  }

  async #receive(text: string): Promise<void> {
    const value = this.#reassemble(text);
    if (value === undefined) return;
    const message = v.parse(notification, value);
    const own = this.#registration.process;
    if ('from' in message) this.#receiveFromPeer(message);
    else if ('message' in message) await this.#deliverRow(message.message);
    else if ('hello' in message && message.hello !== own) {
      await this.#registration.renew();
      this.#announceAll();
    } else if ('bye' in message && message.bye !== own) {
      this.#hub.forgetPresences((owner) => processOf(owner) === message.bye);
      await this.#registration.renew();
    }
  }

  #receiveFromPeer(message: Extract<Notification, { from: string }>): void {
    const { from } = message;
    if (from === this.#registration.process) return;
    if ('owners' in message) {
      const current = new Set(message.owners);
      this.#hub.forgetPresences((owner) => processOf(owner) === from && !current.has(owner));
    } else if ('owner' in message) {
      const { room, owner, entry } = message;
      if (processOf(owner) === from) this.#hub.setPresence({ room, owner, entry: entry ?? undefined });
    } else {
      const { room, event, encoding, body } = message;
      this.#hub.broadcast(room, { event, encoding, body: Buffer.from(body, 'base64') });
    }
  }

  /** Delivers a broadcast that SQL sent. Every process reads the row for its own clients. */
  async #deliverRow(id: string): Promise<void> {
    const [row] = await this.#context.db.query<{
      topic: string;
      event: string;
      private: boolean;
      payload: string;
    }>(
      `select topic, coalesce(event, '') as event, coalesce(private, false) as private,
         coalesce(payload, '{}')::text as payload from realtime.messages where id = $1`,
      [id],
    );
    if (!row) return;
    const { event, payload } = row;
    this.#hub.broadcast(roomOf(row.topic, row.private), {
      event,
      encoding: 'json',
      body: Buffer.from(payload),
    });
  }
}
