import type { Caller } from '../../identity/caller.ts';
import type { Binding } from '../changes/bindings.ts';
import type { Subscriber } from '../changes/listeners.ts';
import type { Broadcast, Message, RowChange } from '../protocol/frames.ts';
import { roomOf, type RoomMember } from '../rooms/hub.ts';
import { identify, IdentityError, invalidCredential } from '../protocol/credential.ts';
import type { JoinPayload } from '../protocol/join-payload.ts';
import { askPolicies, everything, type Permissions } from './permissions.ts';
import { newEntry, sizeOf } from '../rooms/presence.ts';
import { LimitError, tooManyBytes, type Quota } from '../quotas/quota.ts';
import type { ConnectedClient } from './client.ts';

/** The settings of a join. */
export interface ChannelOptions {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly config: JoinPayload['config'];
  readonly presenceKey: string;
  /** The access token, or the connection's API key. */
  readonly credential: string;
  readonly permissions: Permissions;
  /** Stays the same when the token changes. */
  readonly quota: Quota;
  readonly bindings: readonly Binding[];
}

export const topicPrefix = 'realtime:';

export async function permissionsFor(
  { services, slot, permissions }: ConnectedClient,
  caller: Caller,
  topic: string,
  isPrivate: boolean,
): Promise<Permissions> {
  if (!isPrivate) return everything;
  const name = topic.slice(topicPrefix.length);
  return permissions.get(caller, name, () => slot.ask(() => askPolicies(services.context.db, caller, name)));
}

/** One client in one room. */
export class Channel implements RoomMember, Subscriber {
  readonly topic: string;
  readonly bindings: readonly Binding[];
  readonly #client: ConnectedClient;
  readonly #options: ChannelOptions;
  readonly #room: string;
  readonly #onClose: () => void;
  #credential: string;
  #permissions: Permissions;
  #presenceSize = 0;
  #closed = false;

  constructor(client: ConnectedClient, options: ChannelOptions, onClose: () => void) {
    this.#client = client;
    this.#options = options;
    this.#onClose = onClose;
    this.#credential = options.credential;
    this.#permissions = options.permissions;
    this.topic = options.topic;
    this.bindings = options.bindings;
    this.#room = roomOf(options.topic.slice(topicPrefix.length), options.config.private);
  }

  get receivesBroadcasts(): boolean {
    return this.#permissions.readBroadcast;
  }

  get receivesPresence(): boolean {
    return this.#options.config.presence.enabled && this.#permissions.readPresence;
  }

  deliver(broadcast: Broadcast): void {
    this.#client.broadcast(this.topic, broadcast);
  }

  push(event: string, payload: string): void {
    this.#client.send({ joinRef: null, ref: null, topic: this.topic, event, payload });
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object): void {
    const { topic, joinRef } = this.#options;
    const payload = JSON.stringify({ status, response });
    this.#client.send({ joinRef, ref, topic, event: 'phx_reply', payload });
  }

  /** Sends a `system` message: the result of a subscription, or why the channel closes. */
  sendSystem(extension: string, status: 'ok' | 'error', message: string): void {
    const channel = this.topic.slice(topicPrefix.length);
    this.push('system', JSON.stringify({ extension, status, message, channel }));
  }

  change(ids: readonly number[], change: RowChange): void {
    this.#client.change(this.topic, ids, change);
  }

  async caller(): Promise<Caller | undefined> {
    const found = await identify(this.#client.services.context, this.#credential).catch(invalidCredential);
    return found instanceof Error ? undefined : found;
  }

  enterRoom(): void {
    this.#client.services.hub.join(this.#room, this);
    if (this.receivesPresence)
      this.push('presence_state', this.#client.services.hub.presenceState(this.#room));
  }

  /** Leaves the room and gives back its quota, without a message to the client. */
  leave(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#client.services.feed.unsubscribe(this);
    this.#client.services.hub.leave(this.#room, this);
    const { quota } = this.#options;
    quota.bindings.add(-this.bindings.length);
    quota.presenceBytes.add(-this.#presenceSize);
    this.#onClose();
  }

  /** Leaves, and sends `phx_close`. */
  close(): void {
    if (this.#closed) return;
    this.leave();
    const { topic, joinRef } = this.#options;
    this.#client.send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: '{}' });
  }

  get credential(): string {
    return this.#credential;
  }

  async handle(message: Message): Promise<void> {
    switch (message.event) {
      case 'phx_leave':
        this.reply(message.ref, 'ok', {});
        return this.close();
      case 'access_token':
        return this.#changeToken(message.payload['access_token']);
      case 'broadcast':
        return this.#broadcast(message);
      case 'presence':
        return this.#presence(message);
      default:
        return this.reply(message.ref, 'error', { reason: `unknown event ${message.event}` });
    }
  }

  closeWithError(message: string): void {
    this.sendSystem('system', 'error', message);
    this.close();
  }

  async #changeToken(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token === this.#credential) return;
    const { slot } = this.#client;
    try {
      slot.countJoin();
      const caller = await identify(this.#client.services.context, token);
      slot.identify(caller);
      const { config } = this.#options;
      this.#permissions = await permissionsFor(this.#client, caller, this.topic, config.private);
      this.#credential = token;
    } catch (error) {
      if (!(error instanceof IdentityError || error instanceof LimitError)) throw error;
      this.closeWithError(error.message);
      return;
    }
    if (!this.#permissions.readBroadcast && !this.#permissions.readPresence)
      this.closeWithError('You do not have permissions to read from this channel any more');
  }

  #broadcast({ ref, payload, broadcast }: Message): void {
    const { ack, self } = this.#options.config.broadcast;
    if (!broadcast) return;
    if (payload['persist']) {
      this.reply(ref, 'error', { error: 'Storing messages is not available on this server' });
      return;
    }
    if (!this.#permissions.writeBroadcast) {
      if (ack) this.reply(ref, 'error', { reason: 'You do not have permissions to send to this channel' });
      return;
    }
    const { hub, peers } = this.#client.services;
    if (!this.#options.quota.deliver(broadcast.body.length * (hub.listeners(this.#room) + 1))) {
      if (ack) this.reply(ref, 'error', { reason: tooManyBytes });
      return;
    }
    hub.broadcast(this.#room, broadcast, self ? undefined : this);
    peers.forward(this.#room, broadcast);
    if (ack) this.reply(ref, 'ok', {});
  }

  #presence({ ref, payload }: Message): void {
    const event = payload['event'];
    if (event === 'untrack') this.#untrack();
    const reason = event === 'untrack' ? undefined : this.#track(event, payload['payload'] ?? {});
    if (reason === undefined) this.reply(ref, 'ok', {});
    else this.reply(ref, 'error', { reason });
  }

  /** Returns the reason if it rejects the presence. */
  #track(event: unknown, meta: unknown): string | undefined {
    const { hub, limits } = this.#client.services;
    const { quota, presenceKey } = this.#options;
    if (event !== 'track' || typeof meta !== 'object' || meta === null || Array.isArray(meta))
      return 'presence takes track with an object, or untrack';
    if (!this.#permissions.writePresence) return 'You do not have permissions to be present in this channel';
    const entry = newEntry(presenceKey, meta as Record<string, unknown>);
    const size = sizeOf(entry);
    if (size > limits.presenceBytes) return `presence takes at most ${limits.presenceBytes} bytes`;
    const growth = size - this.#presenceSize;
    if (hub.presenceSize(this.#room) + growth > limits.presenceBytesPerRoom)
      return 'PresenceLimitReached: the presences of this channel are too large';
    // The other members also receive the old presence, in `leaves`.
    if (!quota.deliver((size + this.#presenceSize) * (hub.listeners(this.#room) + 1))) return tooManyBytes;
    if (!quota.presenceBytes.add(growth)) return 'PresenceLimitReached: too many presences';
    this.#presenceSize = size;
    hub.track(this.#room, this, entry);
    return undefined;
  }

  #untrack(): void {
    this.#client.services.hub.track(this.#room, this, undefined);
    this.#options.quota.presenceBytes.add(-this.#presenceSize);
    this.#presenceSize = 0;
  }
}
