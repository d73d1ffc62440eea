import cluster from 'node:cluster';
import { once } from 'node:events';
import { Server, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { forwardedAddress } from './client-address.ts';
import { checkHost, explainPort } from './port.ts';
import { writeReply, type RequestServer } from './reply.ts';
import { requestOverSocket } from './request.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

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

/** Bytes of a request's line and headers: the longest query that the REST API takes, and as much for tokens and cookies. */
const maxHeadBytes = 128 * 1024;

/** Requests that Node's parser ends before anything else sees them: status and message. */
const unreadable: Readonly<Record<string, readonly [status: number, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, `The address and the headers of a request have ${maxHeadBytes} bytes at most`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The chunk extensions of the body are too long'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time'],
};

/** How long a client may take to read the response to an unreadable request. */
const closingMs = 1000;

/**
 * Responds to a request that cannot be read, in JSON and to every origin: the response holds nothing of anybody. No response
 * if another one is under way on the connection.
 * @param code of Node's parser
 */
function refuseUnreadable(code: string, socket: Duplex, isUnderWay: boolean): void {
  if (socket.writableEnded) return;
  if (!socket.writable || isUnderWay) return void socket.destroy();
  const [status, message] = unreadable[code] ?? [400, 'This is no HTTP request'];
  const body = JSON.stringify({ code: String(status), message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Access-Control-Allow-Origin: *',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  setTimeout(() => socket.destroy(), closingMs).unref();
}

/**
 * Requests of one connection that may wait for their responses. Browsers send one at a time, proxies as well; a client
 * that pipelines a thousand in one packet would hold the event loop while all of them begin.
 */
const maxPipelined = 16;

/**
 * Knows the pending responses of each connection, and closes a connection that has too many. An array for each, because a
 * set that changes with every request and outlives many would keep garbage alive: `docs/decisions/request-speed.md`.
 */
function createPipelineLimit() {
  const pending = new WeakMap<Duplex, ServerResponse[]>();
  return {
    add({ socket }: IncomingMessage, response: ServerResponse): void {
      const own = pending.get(socket) ?? [];
      if (!pending.has(socket)) pending.set(socket, own);
      own.push(response);
      if (own.length > maxPipelined) socket.destroy();
      response.once('close', () => own.splice(own.indexOf(response), 1));
    },
    /** Whether a response has begun that is not complete. */
    isResponding: (socket: Duplex): boolean =>
      pending.get(socket)?.some(({ headersSent }) => headersSent) ?? false,
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

/** How long a client may go on to send a body that nobody reads, after its response. */
const unreadMs = 500;

/** Takes the rest of a body that nobody reads, or ends a connection that goes on for too long. */
function discardRest(request: IncomingMessage): void {
  if (request.complete) return void request.resume();
  const timer = setTimeout(() => request.socket.destroySoon(), unreadMs);
  request.once('close', () => clearTimeout(timer)).resume();
}

/** Responds to the requests of a port, whose clients stand behind proxies or not. */
export interface Responder extends RequestServer {
  readonly trustedProxies: TrustedProxies;
}

/** Serves one request of a Node server, from its socket to its socket. */
async function serve(
  { respond, fail, trustedProxies }: Responder,
  incoming: IncomingMessage,
  response: ServerResponse,
  isListening: () => boolean,
) {
  const { socket, headers } = incoming;
  const forwarded = headers['x-forwarded-for'] ?? '';
  const address = forwardedAddress(socket.remoteAddress ?? '', String(forwarded), trustedProxies);
  const request = requestOverSocket(incoming, response, address);
  if (!request) return refuseUnreadable('', socket, false);
  const reply = await respond(request);
  if (response.destroyed) return undefined;
  // A server that closes takes no further request.
  if (!isListening()) response.shouldKeepAlive = false;
  const isHead = request.method === 'HEAD';
  try {
    await writeReply(response, reply, isHead);
  } catch (error) {
    // A header that was stored, or comes from the project, may hold signs that no header may.
    await writeReply(response, fail(error, request), isHead);
  }
  if (request.body !== null && !incoming.readableEnded) discardRest(incoming);
}

/**
 * Makes an HTTP server that does not listen yet. It cuts clients that send slowly: headers after 10 to 15 seconds, a
 * dripping body after 16 to 24, any request after 60, a body in tiny chunks at once.
 */
export function createHttpServer(responder: Responder, limits = timeouts): Server {
  const server = new Server({
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    connectionsCheckingInterval: limits.interval,
    keepAliveTimeout: limits.idle,
    maxHeaderSize: maxHeadBytes,
  });
  // An accept that fails costs that connection alone.
  server.on('error', () => {});
  const pipeline = createPipelineLimit();
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) =>
    refuseUnreadable(error.code ?? '', socket, pipeline.isResponding(socket)),
  );
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    pipeline.add(request, response);
    const { headers } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
      cutWhenSlow(request, limits);
    if (headers['transfer-encoding'] !== undefined) cutWhenCrumbled(request);
    // A response that cannot even say that it failed ends with its connection.
    serve(responder, request, response, () => server.listening).catch(() => response.destroy());
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
export async function listen(
  responder: Responder,
  host: string,
  port: number,
  limits = timeouts,
): Promise<Server> {
  const server = createHttpServer(responder, limits);
  await openPort(server, host, port);
  return server;
}
