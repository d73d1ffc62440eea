import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { Context } from '../../service/context.ts';
import { keyRefusal, keyRefusals } from '../../identity/api-key.ts';
import { forwardedAddress, visitorNetwork } from '../../http/client-address.ts';
import type { RealtimeServices } from '../channels/client.ts';
import { Connection } from './connection.ts';

/** For clients that come while the server stops. */
const stoppedRetryAfterSeconds = 1;

const websocketPath = '/realtime/v1/websocket';

function respondError(socket: Duplex, status: number, message: string, retryAfterSeconds?: number): void {
  const body = JSON.stringify({ message });
  // The client might keep its side open: destroy the socket once the response is sent.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      (retryAfterSeconds === undefined ? '' : `Retry-After: ${retryAfterSeconds}\r\n`) +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The client's network; undefined when the operator has disabled network limits. */
function networkOf(request: IncomingMessage, { config }: Context): string | undefined {
  if (config.requestsPerSecond === 0) return undefined;
  const forwardedFor = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  const address = forwardedAddress(request.socket.remoteAddress ?? '', forwardedFor, config.trustedProxies);
  return address === undefined ? undefined : visitorNetwork(address);
}

/** The websockets of one HTTP server. */
export class Websockets {
  readonly #services: RealtimeServices;
  readonly #server: WebSocketServer;
  readonly #connections = new Set<Connection>();
  #sweeping = false;
  #draining = false;

  constructor(services: RealtimeServices) {
    this.#services = services;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: services.limits.messageBytes,
      perMessageDeflate: false,
      autoPong: false,
    });
  }

  /** Handles the server's `upgrade` event. */
  readonly onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const target = request.url ?? '/';
    const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : undefined;
    if (url?.pathname !== websocketPath) return respondError(socket, 404, 'No websocket at this address');
    this.#open(request, socket, head, url).catch((error: unknown) => {
      this.#services.context.outages.failed(error, 'could not open a websocket');
      respondError(socket, 500, 'Internal server error. Please try again later.');
    });
    return undefined;
  };

  /** Sweeps one connection after the other, and lets other work run in between. */
  async sweep(): Promise<void> {
    if (this.#sweeping) return;
    this.#sweeping = true;
    const { outages } = this.#services.context;
    for (const connection of this.#connections) {
      await connection.sweep().catch((error: unknown) => outages.failed(error, 'could not check a token'));
      await setImmediate();
    }
    this.#sweeping = false;
  }

  /** Closes the connections one by one, evenly over so many milliseconds, and refuses new ones. */
  async drain(milliseconds: number, hurry: AbortSignal): Promise<void> {
    this.#draining = true;
    const connections = [...this.#connections];
    const started = performance.now();
    for (const [index, connection] of connections.entries()) {
      const early = started + (milliseconds * index) / connections.length - performance.now();
      // `hurry` rejects the wait.
      if (early > 0) await delay(early, undefined, { signal: hurry }).catch(() => undefined);
      connection.close();
    }
  }

  closeAll(): void {
    for (const connection of this.#connections) connection.close();
  }

  async #open(request: IncomingMessage, stream: Duplex, head: Buffer, url: URL): Promise<void> {
    const { context, admission } = this.#services;
    if (this.#draining) return respondError(stream, 503, 'The server is stopping', stoppedRetryAfterSeconds);
    const network = networkOf(request, context);
    const denial = admission.check(network);
    if (denial) return respondError(stream, denial.status, denial.message, denial.retryAfterSeconds);
    const key = url.searchParams.get('apikey') ?? '';
    const version = url.searchParams.get('vsn') ?? '1.0.0';
    const refusal = await keyRefusal(key, context.config.keys, context.tokens);
    if (refusal !== undefined) return respondError(stream, 401, keyRefusals[refusal].message);
    if (version !== '1.0.0' && version !== '2.0.0') return respondError(stream, 400, 'Unknown vsn');
    this.#server.handleUpgrade(request, stream, head, (socket) => {
      const connection = new Connection(this.#services, { socket, stream, network, key, version });
      this.#connections.add(connection);
      socket.on('close', () => this.#connections.delete(connection));
    });
    return undefined;
  }
}
