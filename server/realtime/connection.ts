import type { Context } from '../context.ts';
import type { Channel, Line } from './channel.ts';
import {
  decodeFrame,
  encodeBroadcast,
  encodeMessage,
  FrameError,
  type Message,
  type Version,
} from './frames.ts';
import { identify, IdentityError } from './identity.ts';
import { takeIn, type Wire } from './intake.ts';
import { join, joinRefusal } from './join.ts';
import { createPermissionsCache } from './permissions.ts';
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
const tryAgainLater = 1013;

/** A client that was told to go has so many milliseconds to say that it goes. */
const goodbye = 1000;

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
 * One websocket: reads frames, hands each to its channel, one after the other.
 * @param network the network of the client; undefined when its limits do not count
 * @param key the API key of the address
 */
export function serveConnection(
  services: RealtimeServices,
  wire: Wire,
  network: string | undefined,
  key: string,
  version: Version,
): Connection {
  const { limits, context } = services;
  const { socket } = wire;
  const channels = new Map<string, Channel>();
  let heardAt = performance.now();

  function write(data: string | Buffer | undefined): void {
    if (data === undefined || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unsentBytes) socket.terminate();
    else socket.send(data);
  }

  /** Ends the connection; a client that does not answer is cut. */
  function close(code: number, reason?: string): void {
    if (socket.readyState !== socket.OPEN) return;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), goodbye).unref();
  }

  const seat = services.seats.take(network, {
    silence: () => performance.now() - heardAt,
    turnAway: (reason) => close(tryAgainLater, reason),
  });
  const line: Line = {
    seat,
    permissions: createPermissionsCache(limits.permissionsKept, limits.channelsPerConnection),
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
      if (socket.readyState !== socket.OPEN) return;
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
    heardAt = performance.now();
    try {
      if (socket.readyState === socket.OPEN) await handle(decodeFrame(data, isBinary));
    } catch (error) {
      if (error instanceof FrameError) close(unsupportedData, 'malformed frame');
      else {
        context.log.error({ err: error }, 'a realtime message could not be handled');
        close(internalError);
      }
    }
  }

  takeIn(wire, seat, limits, { receive, refuse: () => close(policyViolation, 'too many messages') });
  // What a client does wrong on the wire (a frame too large, bad masking) closes its connection, nothing else.
  socket.on('error', (error) => context.log.debug({ err: error }, 'realtime connection failed'));
  socket.on('close', () => {
    seat.release();
    for (const channel of channels.values()) channel.leave();
  });

  /** Ends the channels whose token has expired or whose session has ended. */
  async function checkTokens(): Promise<void> {
    const byCredential = Map.groupBy(channels.values(), ({ credential }) => credential);
    for (const [credential, ofIt] of byCredential) {
      const refusal = await refusalOf(context, credential);
      if (refusal !== undefined) for (const channel of ofIt) channel.refuse(refusal);
    }
  }

  return {
    async sweep() {
      if (performance.now() - heardAt > limits.idle) {
        socket.terminate();
        return;
      }
      await checkTokens();
      if (channels.size === 0) seat.forget();
    },
    close: () => close(goingAway),
  };
}
