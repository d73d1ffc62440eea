import type { Line } from '../channels/channel.ts';
import { createChannels } from '../channels/router.ts';
import { decodeFrame, encodeBroadcast, encodeMessage, FrameError, type Version } from '../protocol/frames.ts';
import { takeIn, type Wire } from './intake.ts';
import { createPermissionsCache } from '../channels/permissions.ts';
import type { RealtimeServices } from '../channels/client.ts';

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

/** Milliseconds that a client has to complete the close handshake. */
const goodbye = 1000;

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
  let heardAt = performance.now();

  function write(data: string | Buffer | undefined): void {
    if (data === undefined || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > limits.unsentBytes) socket.terminate();
    else socket.send(data);
  }

  /** Closes the connection; terminates it if the client does not respond. */
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

  const channels = createChannels(services, line, key, () => socket.readyState === socket.OPEN);

  async function receive(data: Buffer, isBinary: boolean): Promise<void> {
    heardAt = performance.now();
    try {
      if (socket.readyState === socket.OPEN) await channels.handle(decodeFrame(data, isBinary));
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
    channels.leave();
  });

  return {
    async sweep() {
      if (performance.now() - heardAt > limits.idle) {
        socket.terminate();
        return;
      }
      await channels.checkTokens();
      if (channels.isEmpty()) seat.forget();
    },
    close: () => close(goingAway),
  };
}
