import { ChannelRouter } from '../channels/router.ts';
import type { ConnectedClient, RealtimeServices } from '../channels/client.ts';
import { createPermissionsCache } from '../channels/permissions.ts';
import { decodeFrame, encodeBroadcast, encodeMessage, FrameError, type Version } from '../protocol/frames.ts';
import type { Slot } from '../quotas/admission.ts';
import { takeIn, type Wire } from './intake.ts';

const goingAway = 1001;
const unsupportedData = 1003;
const policyViolation = 1008;
const internalError = 1011;
const tryAgainLater = 1013;

/** Milliseconds that a client has to complete the close handshake. */
const closeTimeout = 1000;

/** The facts of the request that opened a websocket. */
export interface Opening {
  readonly wire: Wire;
  /** The client's network; undefined when no network limits apply. */
  readonly network: string | undefined;
  /** The API key of the URL. */
  readonly key: string;
  readonly version: Version;
}

/** One websocket: reads frames and routes each to its channel, one after the other. */
export class Connection {
  readonly #services: RealtimeServices;
  readonly #opening: Opening;
  readonly #slot: Slot;
  readonly #router: ChannelRouter;
  #lastMessageAt = performance.now();

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
      this.#opening.wire.socket.terminate();
      return;
    }
    await this.#router.checkTokens();
    if (this.#router.isEmpty) this.#slot.resetAccount();
  }

  /** Closes the connection because the server stops. */
  close(): void {
    this.#close(goingAway);
  }

  #client(): ConnectedClient {
    const { key, version, wire } = this.#opening;
    const { limits } = this.#services;
    return {
      services: this.#services,
      key,
      slot: this.#slot,
      permissions: createPermissionsCache(limits.permissionsKept, limits.channelsPerConnection),
      isOpen: () => wire.socket.readyState === wire.socket.OPEN,
      send: (message) => this.#write(encodeMessage(message, version)),
      broadcast: (topic, broadcast) => this.#write(encodeBroadcast(topic, broadcast, version)),
    };
  }

  #listen(): void {
    const { wire } = this.#opening;
    const { limits, context } = this.#services;
    takeIn(wire, this.#slot, limits, {
      receive: (data, isBinary) => this.#receive(data, isBinary),
      reject: () => this.#close(policyViolation, 'too many messages'),
    });
    // A protocol violation (a frame too large, bad masking) closes this connection alone.
    wire.socket.on('error', (error) => context.log.debug({ err: error }, 'realtime connection failed'));
    wire.socket.on('close', () => {
      this.#slot.release();
      this.#router.leave();
    });
  }

  #silence(): number {
    return performance.now() - this.#lastMessageAt;
  }

  #write(data: string | Buffer | undefined): void {
    const { socket } = this.#opening.wire;
    if (data === undefined || socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > this.#services.limits.unsentBytes) socket.terminate();
    else socket.send(data);
  }

  /** Closes the connection; terminates it if the client does not respond. */
  #close(code: number, reason?: string): void {
    const { socket } = this.#opening.wire;
    if (socket.readyState !== socket.OPEN) return;
    socket.close(code, reason);
    setTimeout(() => socket.terminate(), closeTimeout).unref();
  }

  async #receive(data: Buffer, isBinary: boolean): Promise<void> {
    const { socket } = this.#opening.wire;
    this.#lastMessageAt = performance.now();
    try {
      if (socket.readyState === socket.OPEN) await this.#router.handle(decodeFrame(data, isBinary));
    } catch (error) {
      if (error instanceof FrameError) this.#close(unsupportedData, 'malformed frame');
      else {
        this.#services.context.log.error({ err: error }, 'could not handle a realtime message');
        this.#close(internalError);
      }
    }
  }
}
