import type { Caller } from '../http/caller.ts';
import type { Binding } from './bindings.ts';
import type { Subscriber } from './changes.ts';
import type { Broadcast, Message } from './frames.ts';
import { roomOf, type Member } from './hub.ts';
import { identify, IdentityError } from './identity.ts';
import { askPolicies, everything, type Permissions } from './permissions.ts';
import type { RealtimeServices } from './services.ts';

/** How a channel reaches its client. */
export interface Line {
  /** JSON text as payload. */
  send(message: {
    joinRef: string | null;
    ref: string | null;
    topic: string;
    event: string;
    payload: string;
  }): void;
  broadcast(topic: string, broadcast: Broadcast): void;
}

/** What a client asked for when it joined. */
export interface ChannelOptions {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly isPrivate: boolean;
  readonly ack: boolean;
  readonly self: boolean;
  readonly presenceEnabled: boolean;
  readonly presenceKey: string;
  /** Access token, or the key that the connection was opened with. */
  readonly credential: string;
  readonly permissions: Permissions;
  readonly bindings: readonly Binding[];
}

export const topicPrefix = 'realtime:';

/** What a caller may do in a channel; everything in public ones. */
export function permissionsFor(
  { context }: RealtimeServices,
  caller: Caller,
  topic: string,
  isPrivate: boolean,
): Promise<Permissions> {
  return isPrivate
    ? askPolicies(context.db, caller, topic.slice(topicPrefix.length))
    : Promise.resolve(everything);
}

/** One client in one room. */
export class Channel implements Member, Subscriber {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly self: boolean;
  readonly bindings: readonly Binding[];
  readonly #services: RealtimeServices;
  readonly #line: Line;
  readonly #options: ChannelOptions;
  readonly #room: string;
  readonly #onClose: () => void;
  #credential: string;
  #permissions: Permissions;
  #closed = false;

  constructor(services: RealtimeServices, line: Line, options: ChannelOptions, onClose: () => void) {
    this.#services = services;
    this.#line = line;
    this.#options = options;
    this.#onClose = onClose;
    this.#credential = options.credential;
    this.#permissions = options.permissions;
    this.topic = options.topic;
    this.joinRef = options.joinRef;
    this.self = options.self;
    this.bindings = options.bindings;
    this.#room = roomOf(options.topic.slice(topicPrefix.length), options.isPrivate);
  }

  get hearsBroadcasts(): boolean {
    return this.#permissions.readBroadcast;
  }

  get hearsPresence(): boolean {
    return this.#options.presenceEnabled && this.#permissions.readPresence;
  }

  deliver(broadcast: Broadcast): void {
    this.#line.broadcast(this.topic, broadcast);
  }

  push(event: string, payload: string): void {
    this.#line.send({ joinRef: null, ref: null, topic: this.topic, event, payload });
  }

  reply(ref: string | null, status: 'ok' | 'error', response: object): void {
    const payload = JSON.stringify({ status, response });
    this.#line.send({ joinRef: this.joinRef, ref, topic: this.topic, event: 'phx_reply', payload });
  }

  /** A `system` message: what became of a subscription, or why the channel ends. */
  tell(extension: string, status: 'ok' | 'error', message: string): void {
    const channel = this.topic.slice(topicPrefix.length);
    this.push('system', JSON.stringify({ extension, status, message, channel }));
  }

  change(ids: readonly number[], data: string): void {
    this.push('postgres_changes', `{"ids":${JSON.stringify(ids)},"data":${data}}`);
  }

  async caller(): Promise<Caller | undefined> {
    try {
      return await identify(this.#services.context, this.#credential);
    } catch (error) {
      if (error instanceof IdentityError) return undefined;
      throw error;
    }
  }

  /** Enters the room. */
  enter(): void {
    this.#services.hub.join(this.#room, this);
    if (this.hearsPresence) this.push('presence_state', this.#services.hub.presenceState(this.#room));
  }

  /** Leaves the room without a word to the client. */
  leave(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#services.feed.unsubscribe(this);
    this.#services.hub.leave(this.#room, this);
    this.#onClose();
  }

  /** Ends the channel and tells the client that it did. */
  close(): void {
    if (this.#closed) return;
    this.leave();
    const { topic, joinRef } = this;
    this.#line.send({ joinRef, ref: joinRef, topic, event: 'phx_close', payload: '{}' });
  }

  /** Ends the channel when its token has expired or its session has ended. */
  async checkToken(): Promise<void> {
    try {
      await identify(this.#services.context, this.#credential);
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      this.#refuse(error.message);
    }
  }

  async handle(message: Message): Promise<void> {
    switch (message.event) {
      case 'phx_leave':
        this.reply(message.ref, 'ok', {});
        this.close();
        return;
      case 'access_token':
        await this.#changeToken(message.payload['access_token']);
        return;
      case 'broadcast':
        this.#broadcast(message);
        return;
      case 'presence':
        this.#presence(message);
        return;
      default:
        this.reply(message.ref, 'error', { reason: `unknown event ${message.event}` });
    }
  }

  #refuse(message: string): void {
    this.tell('system', 'error', message);
    this.close();
  }

  async #changeToken(token: unknown): Promise<void> {
    if (typeof token !== 'string' || token === this.#credential) return;
    try {
      const caller = await identify(this.#services.context, token);
      const { isPrivate } = this.#options;
      this.#permissions = await permissionsFor(this.#services, caller, this.topic, isPrivate);
      this.#credential = token;
    } catch (error) {
      if (!(error instanceof IdentityError)) throw error;
      this.#refuse(error.message);
      return;
    }
    if (!this.#permissions.readBroadcast && !this.#permissions.readPresence)
      this.#refuse('You do not have permissions to read from this channel any more');
  }

  #broadcast({ ref, payload, broadcast }: Message): void {
    const { ack } = this.#options;
    if (!broadcast) return;
    if (payload['persist']) {
      this.reply(ref, 'error', { error: 'Storing messages is not available on this server' });
      return;
    }
    if (!this.#permissions.writeBroadcast) {
      if (ack) this.reply(ref, 'error', { reason: 'You do not have permissions to send to this channel' });
      return;
    }
    this.#services.hub.broadcast(this.#room, broadcast, this);
    this.#services.peers.forward(this.#room, broadcast);
    if (ack) this.reply(ref, 'ok', {});
  }

  #presence({ ref, payload }: Message): void {
    const { hub, limits } = this.#services;
    const event = payload['event'];
    const meta = payload['payload'] ?? {};
    if (event === 'untrack') hub.untrack(this.#room, this);
    else if (event !== 'track' || typeof meta !== 'object' || Array.isArray(meta)) {
      this.reply(ref, 'error', { reason: 'presence takes track with an object, or untrack' });
      return;
    } else if (!this.#permissions.writePresence) {
      this.reply(ref, 'error', { reason: 'You do not have permissions to be present in this channel' });
      return;
    } else if (Buffer.byteLength(JSON.stringify(meta)) > limits.presenceBytes) {
      this.reply(ref, 'error', { reason: `presence takes at most ${limits.presenceBytes} bytes` });
      return;
    } else hub.track(this.#room, this, this.#options.presenceKey, meta as Record<string, unknown>);
    this.reply(ref, 'ok', {});
  }
}
