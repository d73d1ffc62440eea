import type { RawData, WebSocket } from 'ws';
import type { Channel, Line } from './channel.ts';
import {
  decodeFrame,
  encodeBroadcast,
  encodeMessage,
  FrameError,
  type Message,
  type Version,
} from './frames.ts';
import { join, joinRefusal } from './join.ts';
import { createBucket } from './limits.ts';
import type { RealtimeServices } from './services.ts';

export interface Connection {
  /** Closes what is idle and ends channels whose tokens count no more. */
  sweep(): Promise<void>;
  /** The server goes. */
  close(): void;
}

const goingAway = 1001;
const unsupportedData = 1003;
const policyViolation = 1008;
const internalError = 1011;

/**
 * One websocket: reads frames, hands each to its channel, one after the other.
 * @param key the API key of the address
 */
export function serveConnection(
  services: RealtimeServices,
  socket: WebSocket,
  key: string,
  version: Version,
): Connection {
  const { limits, context } = services;
  const channels = new Map<string, Channel>();
  const bucket = createBucket(limits.messagesPerSecond, limits.messageBurst);
  let heardAt = performance.now();
  let waiting = 0;
  let queue = Promise.resolve();

  function write(data: string | Buffer | undefined): void {
    if (data === undefined || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unsentBytes) socket.terminate();
    else socket.send(data);
  }

  const line: Line = {
    send: (message) => write(encodeMessage(message, version)),
    broadcast: (topic, broadcast) => write(encodeBroadcast(topic, broadcast, version)),
  };

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
      if (socket.readyState === socket.OPEN) channels.set(message.topic, channel);
      else channel.leave();
    } catch (error) {
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

  async function receive(data: Buffer, isBinary: boolean): Promise<void> {
    try {
      if (socket.readyState === socket.OPEN) await handle(decodeFrame(data, isBinary));
    } catch (error) {
      if (error instanceof FrameError) socket.close(unsupportedData, 'malformed frame');
      else {
        context.log.error({ err: error }, 'a realtime message could not be handled');
        socket.close(internalError);
      }
    } finally {
      waiting -= 1;
    }
  }

  socket.on('message', (data: RawData, isBinary: boolean) => {
    heardAt = performance.now();
    if (!bucket.take() || waiting >= limits.waitingMessages) {
      socket.close(policyViolation, 'too many messages');
      return;
    }
    waiting += 1;
    queue = queue.then(() => receive(data as Buffer, isBinary));
  });
  // What a client does wrong on the wire (a frame too large, bad masking) closes its connection, nothing else.
  socket.on('error', (error) => context.log.debug({ err: error }, 'realtime connection failed'));
  socket.on('close', () => {
    for (const channel of channels.values()) channel.leave();
  });

  return {
    async sweep() {
      if (performance.now() - heardAt > limits.idle) socket.terminate();
      else for (const channel of channels.values()) await channel.checkToken();
    },
    close: () => socket.close(goingAway),
  };
}
