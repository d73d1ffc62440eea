import cluster from 'node:cluster';
import { once } from 'node:events';
import { Server, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { checkHost, explainPort } from './port.ts';

/** The slowest that a client may send. Times are in milliseconds. */
const timeouts = {
  /** For the headers of a request. */
  headers: 10_000,
  /** For a whole request: a photo over a phone's network. */
  request: 60_000,
  /** The interval of the checks of headers and whole requests. */
  interval: 5_000,
  /** A body may bring less than `bytes` in this time once, not twice in a row. */
  window: 8_000,
  /** Bytes of a body that must arrive in one window. */
  bytes: 8_000,
  /** How long an idle connection stays open: anybody may hold thousands. */
  idle: 5_000,
};

/**
 * For a server that only proxies reach. They close idle connections first, after Caddy's two minutes at the latest: one
 * that sends a request in the moment we close the connection has to report an error, because it cannot know whether the
 * request was carried out.
 */
export const behindProxies: typeof timeouts = { ...timeouts, idle: 150_000 };

/**
 * Requests of one connection that may wait for their responses. Browsers send one at a time, proxies as well; a client
 * that pipelines a thousand in one packet would hold the event loop while all of them begin.
 */
const maxPipelined = 16;

/** @returns counts the pending requests of each connection, and closes a connection that has too many */
function createPipelineLimit() {
  const underWay = new WeakMap<Socket, number>();
  return ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    if (count > maxPipelined) socket.destroy();
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
  };
}

/** Connections that may wait to be accepted; the operating system may allow fewer. Others retry after 1, 2 and 4 s. */
const backlog = 4096;

/**
 * Worker processes listen each for itself, and the kernel spreads connections over them. Where it cannot, the primary
 * process hands connections out; it loses those that it hands to a worker that is being killed.
 */
const reusePort = cluster.isWorker && process.platform === 'linux';

/** True while received bytes are unread: then we are slow, not the client. */
function isWaitingForUs(request: IncomingMessage): boolean {
  return request.readableLength >= request.readableHighWaterMark;
}

/** Ends the connection of a request whose body drips: a thousand of them would hold memory and places for a minute. */
function cutWhenSlow(request: IncomingMessage, { window, bytes }: typeof timeouts): void {
  const { socket } = request;
  let before = socket.bytesRead;
  let slow = 0;
  const timer = setInterval(() => {
    if (request.complete) return clearInterval(timer);
    slow = socket.bytesRead - before < bytes && !isWaitingForUs(request) ? slow + 1 : 0;
    before = socket.bytesRead;
    if (slow === 2) socket.destroy();
  }, window);
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/** Even the smallest chunk costs some microseconds, before any request limit applies. */
const freeChunks = 256;
/** Minimum average chunk size of a longer body. */
const bytesPerChunk = 512;

/** Ends the connection of a request that sends its body in tiny chunks: a megabyte of them would hold the event loop. */
function cutWhenCrumbled(request: IncomingMessage): void {
  const push = request.push.bind(request);
  let [chunks, bytes] = [0, 0];
  // Node's parser calls `push` for each chunk. A listener for `data` would start the body before anybody reads it.
  request.push = (chunk: Buffer | null, encoding) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunk === null || chunks <= freeChunks + bytes / bytesPerChunk) return push(chunk, encoding);
    request.socket.destroy();
    return false;
  };
}

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/**
 * Makes an HTTP server that does not listen yet. It cuts clients that send slowly: headers after 10 to 15 seconds, a
 * dripping body after 16 to 24, any request after 60, a body in tiny chunks at once.
 * @param hostname the host of requests without a `Host` header
 */
export function createHttpServer(fetch: Fetch, hostname: string, limits = timeouts): Server {
  const serverOptions = {
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.interval,
    keepAliveTimeout: limits.idle,
  };
  const server = createAdaptorServer({ fetch, hostname, serverOptions });
  if (!(server instanceof Server)) throw new TypeError('Only HTTP/1.1 is served.');
  // An accept that fails costs that connection alone.
  server.on('error', () => {});
  const limitPipeline = createPipelineLimit();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    limitPipeline(request, response);
    const { headers } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
      cutWhenSlow(request, limits);
    if (headers['transfer-encoding'] !== undefined) cutWhenCrumbled(request);
  });
  return server;
}

/** Starts to listen. @throws OperatorError when the port cannot be used */
export async function openPort(server: Server, host: string, port: number): Promise<void> {
  server.listen({ port, host, backlog, reusePort });
  await once(server, 'listening').catch((error: Error) => {
    throw explainPort(error, host, port);
  });
}

/** Opens the port for a moment: a start that cannot succeed fails before it makes anything. @throws OperatorError */
export async function checkPort({
  host,
  port,
}: {
  readonly host: string;
  readonly port: number;
}): Promise<void> {
  await checkHost(host);
  const server = new Server();
  await openPort(server, host, port);
  await once(server.close(), 'close');
}

/** Serves requests on a port. @throws OperatorError when the port cannot be used */
export async function listen(fetch: Fetch, host: string, port: number, limits = timeouts): Promise<Server> {
  const server = createHttpServer(fetch, host, limits);
  await openPort(server, host, port);
  return server;
}
