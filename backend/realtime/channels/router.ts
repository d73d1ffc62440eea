import { identify, invalidCredential } from '../protocol/credential.ts';
import type { Message } from '../protocol/frames.ts';
import type { Channel } from './channel.ts';
import type { ConnectedClient } from './client.ts';
import { join, joinErrorReason } from './join.ts';

/** The channels of one connection, by topic. */
export class ChannelRouter {
  readonly #client: ConnectedClient;
  readonly #channels = new Map<string, Channel>();

  constructor(client: ConnectedClient) {
    this.#client = client;
  }

  get isEmpty(): boolean {
    return this.#channels.size === 0;
  }

  async handle(message: Message): Promise<void> {
    if (message.topic === 'phoenix') return this.#reply(message, 'ok', {});
    if (message.event === 'phx_join') return this.#join(message);
    const channel = this.#channels.get(message.topic);
    if (channel) return channel.handle(message);
    return this.#reply(message, 'error', { reason: 'unmatched topic' });
  }

  /** Closes the channels whose token has expired or whose session has ended. */
  async checkTokens(): Promise<void> {
    const byCredential = Map.groupBy(this.#channels.values(), ({ credential }) => credential);
    for (const [credential, channels] of byCredential) {
      const found = await identify(this.#client.services.context, credential).catch(invalidCredential);
      if (found instanceof Error) for (const channel of channels) channel.closeWithError(found.message);
    }
  }

  /** Leaves all channels, after the connection has closed. */
  leave(): void {
    for (const channel of this.#channels.values()) channel.leave();
  }

  async #join(message: Message): Promise<void> {
    const { limits, context } = this.#client.services;
    this.#channels.get(message.topic)?.leave();
    if (this.#channels.size >= limits.channelsPerConnection) {
      const reason = `ChannelRateLimitReached: at most ${limits.channelsPerConnection} channels`;
      this.#reply(message, 'error', { reason });
      return;
    }
    try {
      const channel = await join(this.#client, message, (closed) => {
        if (this.#channels.get(closed.topic) === closed) this.#channels.delete(closed.topic);
      });
      if (this.#client.isOpen()) this.#channels.set(message.topic, channel);
      else channel.leave();
    } catch (error) {
      if (!this.#client.isOpen()) return;
      const reason = joinErrorReason(error);
      if (reason === undefined) context.outages.failed(error, 'could not join a channel');
      this.#reply(message, 'error', { reason: reason ?? 'Internal server error. Please try again later.' });
    }
  }

  #reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: object): void {
    const payload = JSON.stringify({ status, response });
    this.#client.send({ joinRef, ref, topic, event: 'phx_reply', payload });
  }
}
