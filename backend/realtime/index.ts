import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';
import type { Hono } from 'hono';
import { WebSocketServer } from 'ws';
import type { Context } from '../context.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { broadcastRoutes } from './broadcast-api.ts';
import { forwardedAddress, visitorNetwork } from '../http/client-address.ts';
import { createChangeFeed } from './changes.ts';
import { serveConnection, type Connection } from './connection.ts';
import { createHub } from './hub.ts';
import { createInterest } from './interest.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { createPeers } from './peers.ts';
import { createSeats } from './seats.ts';
import type { RealtimeServices } from './services.ts';

const websocketPath = '/realtime/v1/websocket';

interface Running extends RealtimeServices, AsyncDisposable {}

/** One for each server: its websockets and its HTTP broadcasts meet in the same rooms. */
const runningOf = new WeakMap<Context, Promise<Running>>();

async function start(context: Context, limits: Limits): Promise<Running> {
  await using stack = new AsyncDisposableStack();
  const interest = stack.use(await createInterest(context, limits));
  const feed = await createChangeFeed(context, interest, limits);
  const hub = createHub(interest.process, (change) => peers.announce(change));
  const peers = stack.use(await createPeers(context, hub, interest));
  const seats = createSeats(limits);
  const resources = stack.move();
  return { context, limits, hub, feed, peers, seats, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function running(context: Context, limits = defaultLimits): Promise<Running> {
  const known = runningOf.get(context);
  if (known) return known;
  const starting = start(context, limits);
  runningOf.set(context, starting);
  starting.catch(() => runningOf.delete(context));
  return starting;
}

/** The HTTP part of realtime/v1: broadcasts. */
export function realtimeRoutes(context: Context): Hono {
  return broadcastRoutes(context, () => running(context));
}

function refuse(socket: Duplex, status: number, message: string, retryAfter?: number): void {
  const body = JSON.stringify({ message });
  // The client need not close its side: without this the socket would stay as long as it likes.
  socket.once('finish', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n` +
      (retryAfter === undefined ? '' : `Retry-After: ${retryAfter}\r\n`) +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

/** The network of a client; undefined when the operator wants no limits by network, as for requests by HTTP. */
function networkOf(request: IncomingMessage, { config }: Context): string | undefined {
  if (config.requestsPerSecond === 0) return undefined;
  const forwardedFor = [request.headers['x-forwarded-for'] ?? []].flat().join(',');
  const address = forwardedAddress(request.socket.remoteAddress ?? '', forwardedFor, config.trustedProxies);
  return address === undefined ? undefined : visitorNetwork(address);
}

/**
 * Serves `/realtime/v1/websocket` on a server that listens: the channel protocol that `@supabase/realtime-js` speaks.
 * Dispose it before the server is closed: open websockets keep a server from ending.
 */
export async function attachRealtime(
  server: ServerType,
  context: Context,
  limits: Limits = defaultLimits,
): Promise<AsyncDisposable> {
  const services = await running(context, limits);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    autoPong: false,
  });
  const connections = new Set<Connection>();

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, url: URL): Promise<void> {
    const network = networkOf(request, context);
    const turnedAway = services.seats.refusal(network);
    if (turnedAway) return refuse(socket, turnedAway.status, turnedAway.message, turnedAway.retryAfter);
    const key = url.searchParams.get('apikey');
    const version = url.searchParams.get('vsn') ?? '1.0.0';
    const refusal = await keyRefusal(key, context.config.keys, context.tokens);
    if (refusal !== undefined) return refuse(socket, 401, keyRefusals[refusal].message);
    if (version !== '1.0.0' && version !== '2.0.0') return refuse(socket, 400, 'Unknown vsn');
    sockets.handleUpgrade(request, socket, head, (websocket) => {
      const connection = serveConnection(
        services,
        { socket: websocket, stream: socket },
        network,
        key ?? '',
        version,
      );
      connections.add(connection);
      websocket.on('close', () => connections.delete(connection));
    });
    return undefined;
  }

  let sweeping = false;
  /** One connection after the other, so that many of them do not keep the process from answering meanwhile. */
  async function sweepAll(): Promise<void> {
    if (sweeping) return;
    sweeping = true;
    for (const connection of connections) {
      await connection
        .sweep()
        .catch((error: unknown) => context.log.error({ err: error }, 'a token was not checked'));
      await setImmediate();
    }
    sweeping = false;
  }

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const target = request.url ?? '/';
    const url = URL.canParse(target, 'http://localhost') ? new URL(target, 'http://localhost') : undefined;
    if (url?.pathname !== websocketPath) return refuse(socket, 404, 'There is no websocket at this address');
    upgrade(request, socket, head, url).catch((error: unknown) => {
      context.log.error({ err: error }, 'a websocket could not be opened');
      refuse(socket, 500, 'The server could not do this. Please try again later.');
    });
    return undefined;
  };
  server.on('upgrade', onUpgrade);

  const sweep = setInterval(() => {
    services.seats.sweep();
    void sweepAll();
  }, limits.sweepInterval);
  sweep.unref();

  return {
    async [Symbol.asyncDispose]() {
      clearInterval(sweep);
      server.off('upgrade', onUpgrade);
      for (const connection of connections) connection.close();
      runningOf.delete(context);
      await services[Symbol.asyncDispose]();
    },
  };
}
