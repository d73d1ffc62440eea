import type { Duplex } from 'node:stream';
import type { RawData, WebSocket } from 'ws';
import { ChannelRouter } from '../channels/router.ts';
import type { ConnectedClient, RealtimeServices } from '../channels/client.ts';
import { createPermissionsCache } from '../channels/permissions.ts';
import {
  decodeFrame,
  encodeBroadcast,
  encodeChange,
  encodeMessage,
  FrameError,
  type Frame,
  type Version,
} from '../protocol/frames.ts';
import type { Slot } from '../quotas/admission.ts';
import { createTokenBucket, messageOverheadBytes } from '../quotas/limits.ts';

const unsupportedData = 1003;
const policyViolation = 1008;
const internalError = 1011;
const serviceRestart = 1012;
const tryAgainLater = 1013;

/** A client has this long to complete the close handshake. */
const closeTimeoutMs = 1000;

/** Stops reading from a network that sends too much, but not for so long that heartbeats time out. */
const maxPauseMs = 10_000;

/** A websocket, and the facts of the request that opened it. */
export interface Opening {
  readonly socket: WebSocket;
  /** The underlying connection, to count the bytes of pings and fragments too. */
  readonly stream: Duplex;
  /** The client's network; undefined when no network limits apply. */
  readonly network: string | undefined;
  /** The API key of the URL. */
  readonly key: string;
  readonly version: Version;
}

/** One websocket: reads frames while the client stays within its limits, and routes each to its channel, one by one. */
export class Connection {
  readonly #services: RealtimeServices;
  readonly #opening: Opening;
  readonly #slot: Slot;
  readonly #router: ChannelRouter;
  #lastMessageAt = performance.now();
  /** Bytes of the messages that wait for their turn. */
  #waitingBytes = 0;
  #handled = Promise.resolve();

  constructor(services: RealtimeServices, opening: Opening) {
    this.#services = services;
    this.#opening = opening;
    this.#slot = services.admission.take(opening.network, {
      silence: () => this.#silence(),
      disconnect: (reason) => this.#close(tryAgainLater, reason),
    });
    this.#router = new ChannelRouter(this.#client());
    this.#listen();
  }

  /** Closes an idle connection, and the channels whose tokens are no longer valid. */
  async sweep(): Promise<void> {
    if (this.#silence() > this.#services.limits.idle) {
      this.#opening.socket.terminate();
      return;
    }
    await this.#router.checkTokens();
    if (this.#router.isEmpty) this.#slot.resetAccount();
  }

  /** Closes the connection because the server stops. */
  close(): void {
    this.#close(serviceRestart);
  }

  #client(): ConnectedClient {
    const { key, version, socket } = this.#opening;
    const { limits } = this.#services;
    return {
      services: this.#services,
      key,
      slot: this.#slot,
      permissions: createPermissionsCache(limits.permissionsKept, limits.channelsPerConnection),
      isOpen: () => socket.readyState === socket.OPEN,
      send: (message) => this.#write(encodeMessage(message, version), false),
      broadcast: (topic, broadcast) => this.#writeFrame(encodeBroadcast(topic, broadcast, version)),
      change: (topic, ids, change) => this.#writeFrame(encodeChange(topic, ids, change, version)),
    };
  }

  #listen(): void {
    const { socket, stream } = this.#opening;
    const { limits, context } = this.#services;
    const bucket = createTokenBucket(limits.messages);
    stream.on('data', ({ length }: Buffer) => this.#count(length, true));
    socket.on('ping', (data) => {
      if (this.#count(messageOverheadBytes, bucket.take())) socket.pong(data);
    });
    socket.on('message', (message: RawData, isBinary: boolean) => {
      const data = message as Buffer;
      const size = data.length + messageOverheadBytes;
      const isWithin = bucket.take() && this.#waitingBytes + size <= limits.waitingBytes;
      if (!this.#count(messageOverheadBytes, isWithin)) return;
      this.#waitingBytes += size;
      this.#handled = this.#handled.then(async () => {
        await this.#receive(data, isBinary);
        this.#waitingBytes -= size;
      });
    });
    // A protocol violation (a frame too large, bad masking) closes this connection alone.
    socket.on('error', (error) => context.log.debug({ err: error }, 'realtime connection failed'));
    socket.on('close', () => {
      this.#slot.release();
      this.#router.leave();
    });
  }

  /** Counts received bytes. Returns false if the connection is closed, or closes it because the client sends too much. */
  #count(cost: number, isWithin: boolean): boolean {
    const { socket } = this.#opening;
    if (socket.readyState !== socket.OPEN) return false;
    if (isWithin && this.#slot.receive(cost)) {
      this.#pause(this.#slot.pauseAfter(cost));
      return true;
    }
    this.#close(policyViolation, 'too many messages');
    // Stop reading: otherwise the data still in flight would be read before the client's close frame.
    socket.pause();
    return false;
  }

  /** Stops reading for a while: TCP makes the client wait. */
  #pause(milliseconds: number): void {
    const { socket } = this.#opening;
    if (milliseconds === 0 || socket.isPaused) return;
    socket.pause();
    setTimeout(() => socket.resume(), Math.min(milliseconds, maxPauseMs)).unref();
  }

  #silence(): number {
    return performance.now() - this.#lastMessageAt;
  }

  #writeFrame(frame: Frame | undefined): void {
    if (frame) this.#write(frame.bytes, frame.isBinary);
  }

  #write(data: string | Buffer, binary: boolean): void {
    const { socket } = this.#opening;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > this.#services.limits.unsentBytes) socket.terminate();
    else socket.send(data, { binary });
  }

  /** Closes the connection; terminates it if the client does not respond. */
  #close(code: number, reason?: string): void {
    const { socket } = this.#opening;
    if (socket.readyState !== socket.OPEN) return;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), closeTimeoutMs).unref();
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    const { socket } = this.#opening;
    this.#lastMessageAt = performance.now();
    try {
      if (socket.readyState === socket.OPEN) await this.#router.handle(decodeFrame(data, isBinary));
    } catch (error) {
      if (error instanceof FrameError) this.#close(unsupportedData, 'malformed frame');
      else {
        this.#services.context.outages.failed(error, 'could not handle a realtime message');
        this.#close(internalError);
      }
    }
  }
}
