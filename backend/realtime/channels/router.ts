import type { Context } from '../../context.ts';
import type { Channel, Line } from './channel.ts';
import type { Message } from '../protocol/frames.ts';
import { identify, IdentityError } from '../protocol/credential.ts';
import { join, joinRefusal } from './join.ts';
import type { RealtimeServices } from './client.ts';

/** The channels of one connection, by topic. */
export interface Channels {
  handle(message: Message): Promise<void>;
  /** Ends the channels whose token has expired or whose session has ended. */
  checkTokens(): Promise<void>;
  isEmpty(): boolean;
  /** Leaves all of them: the connection is closed. */
  leave(): void;
}

/** Why a token counts no more. */
async function refusalOf(context: Context, credential: string): Promise<string | undefined> {
  try {
    await identify(context, credential);
    return undefined;
  } catch (error) {
    if (error instanceof IdentityError) return error.message;
    throw error;
  }
}

/**
 * @param key the API key of the address
 * @param isOpen whether the connection still is
 */
export function createChannels(
  services: RealtimeServices,
  line: Line,
  key: string,
  isOpen: () => boolean,
): Channels {
  const { limits, context } = services;
  const channels = new Map<string, Channel>();

  function reply({ joinRef, ref, topic }: Message, status: 'ok' | 'error', response: object): void {
    line.send({ joinRef, ref, topic, event: 'phx_reply', payload: JSON.stringify({ status, response }) });
  }

  async function joinChannel(message: Message): Promise<void> {
    channels.get(message.topic)?.leave();
    if (channels.size >= limits.channelsPerConnection) {
      reply(message, 'error', {
        reason: `ChannelRateLimitReached: at most ${limits.channelsPerConnection} channels`,
      });
      return;
    }
    const onClose = (channel: Channel): void => {
      if (channels.get(channel.topic) === channel) channels.delete(channel.topic);
    };
    try {
      const channel = await join(services, line, message, key, onClose);
      if (isOpen()) channels.set(message.topic, channel);
      else channel.leave();
    } catch (error) {
      if (!isOpen()) return;
      const reason = joinRefusal(error);
      if (reason === undefined) context.log.error({ err: error }, 'a channel could not be joined');
      reply(message, 'error', { reason: reason ?? 'The server could not do this. Please try again later.' });
    }
  }

  async function handle(message: Message): Promise<void> {
    if (message.topic === 'phoenix') return reply(message, 'ok', {});
    if (message.event === 'phx_join') return joinChannel(message);
    const channel = channels.get(message.topic);
    if (channel) return channel.handle(message);
    return reply(message, 'error', { reason: 'unmatched topic' });
  }

  return {
    handle,
    async checkTokens() {
      const byCredential = Map.groupBy(channels.values(), ({ credential }) => credential);
      for (const [credential, ofIt] of byCredential) {
        const refusal = await refusalOf(context, credential);
        if (refusal !== undefined) for (const channel of ofIt) channel.refuse(refusal);
      }
    },
    isEmpty: () => channels.size === 0,
    leave() {
      for (const channel of channels.values()) channel.leave();
    },
  };
}
