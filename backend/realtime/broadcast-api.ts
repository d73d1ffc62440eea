import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as v from 'valibot';
import { BodyTooLargeError, readBody } from '../service/body.ts';
import { bearerToken, type Caller } from '../identity/caller.ts';
import { clientAddress, visitorNetwork } from '../http/client-address.ts';
import { maxNameBytes, parseJson, type Broadcast } from './frames.ts';
import { roomOf } from './hub.ts';
import { identify, IdentityError } from './identity.ts';
import { messageOverhead } from './limits.ts';
import { askPolicies } from './permissions.ts';
import { tooManyBytes } from './quota.ts';
import type { Visit } from './seats.ts';
import type { RealtimeServices } from './services.ts';

/** An answer that is not 202; the client shows `message`. */
class RefusedError extends Error {
  readonly status: ContentfulStatusCode;
  constructor(status: ContentfulStatusCode, message: string) {
    super(message);
    this.status = status;
  }
}

const maxMessages = 100;
const nameText = v.pipe(v.string(), v.minLength(1), v.maxBytes(maxNameBytes));
const batch = v.object({
  messages: v.pipe(
    v.array(
      v.object({
        topic: nameText,
        event: nameText,
        payload: v.optional(v.unknown(), {}),
        private: v.nullish(v.boolean(), false),
      }),
    ),
    v.maxLength(maxMessages),
  ),
});

interface Sending {
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly broadcast: Broadcast;
}

async function callerOf(services: RealtimeServices, { req }: HonoContext): Promise<Caller> {
  const credential = bearerToken(req.raw.headers) ?? req.header('apikey') ?? req.query('apikey');
  if (!credential) throw new RefusedError(401, 'No API key found in request');
  return identify(services.context, credential);
}

function visitOf(c: HonoContext, { context, seats }: RealtimeServices, caller: Caller): Visit {
  const { requestsPerSecond, trustedProxies } = context.config;
  const address = requestsPerSecond === 0 ? undefined : clientAddress(c, trustedProxies);
  const network = address === undefined ? undefined : visitorNetwork(address);
  return seats.visit(network, caller, c.req.raw.signal);
}

/** @throws RefusedError 403, 429 */
async function checkTopics(
  services: RealtimeServices,
  caller: Caller,
  { ask, quota }: Visit,
  sendings: readonly Sending[],
): Promise<void> {
  const topics = new Set(sendings.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic));
  if (topics.size > 0 && !quota.joins.take(topics.size))
    throw new RefusedError(429, 'Too many channels per second');
  for (const topic of topics) {
    const { writeBroadcast } = await ask(() => askPolicies(services.context.db, caller, topic));
    if (!writeBroadcast)
      throw new RefusedError(403, `You do not have permissions to send to this channel: ${topic}`);
  }
}

/** @throws RefusedError 429 */
function send({ hub, peers }: RealtimeServices, { quota }: Visit, sendings: readonly Sending[]): void {
  const rooms = sendings.map(({ topic, isPrivate, broadcast }) => ({
    room: roomOf(topic, isPrivate),
    broadcast,
  }));
  const bytes = rooms.reduce(
    (sum, { room, broadcast }) => sum + broadcast.body.length * (hub.listeners(room) + 1),
    0,
  );
  if (!quota.deliver(bytes)) throw new RefusedError(429, tooManyBytes);
  for (const { room, broadcast } of rooms) {
    hub.broadcast(room, broadcast);
    peers.forward(room, broadcast);
  }
}

function readJson(body: Buffer): unknown {
  try {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new RefusedError(400, 'The body is not JSON');
  }
}

function readBatch(body: Buffer): Sending[] {
  const result = v.safeParse(batch, readJson(body));
  if (!result.success) throw new RefusedError(422, v.summarize(result.issues));
  return result.output.messages.map((message) => ({
    topic: message.topic,
    isPrivate: message.private ?? false,
    broadcast: { event: message.event, encoding: 'json', body: Buffer.from(JSON.stringify(message.payload)) },
  }));
}

function readOne(c: HonoContext, body: Buffer): Sending {
  if (Object.keys(c.req.query()).some((name) => name.startsWith('persist')))
    throw new RefusedError(422, 'Storing messages is not available on this server');
  const names = v.safeParse(v.tuple([nameText, nameText]), [c.req.param('topic'), c.req.param('event')]);
  if (!names.success) throw new RefusedError(422, v.summarize(names.issues));
  const isBinary = c.req.header('content-type')?.startsWith('application/octet-stream') ?? false;
  if (!isBinary) readJson(body);
  const [topic, event] = names.output;
  const isPrivate = c.req.query('private') === 'true';
  return { topic, isPrivate, broadcast: { event, encoding: isBinary ? 'binary' : 'json', body } };
}

function refusalOf(error: unknown): RefusedError | undefined {
  if (error instanceof RefusedError) return error;
  if (error instanceof IdentityError) return new RefusedError(401, error.message);
  if (error instanceof BodyTooLargeError) return new RefusedError(413, error.message);
  return undefined;
}

/**
 * Broadcasts without a connection: `POST /api/broadcast` with a list, and `POST /api/broadcast/{topic}/events/{event}`
 * with one payload (JSON or bytes). Answers 202 without a body. Nothing is sent when one of a list may not be.
 */
export function broadcastRoutes(services: () => Promise<RealtimeServices>): Hono {
  const routes = new Hono();

  const accept =
    (read: (c: HonoContext, body: Buffer) => readonly Sending[]) =>
    async (c: HonoContext): Promise<Response> => {
      const ready = await services();
      const caller = await callerOf(ready, c);
      const visit = visitOf(c, ready, caller);
      const body = await readBody(c.req.raw, ready.limits.messageBytes);
      if (!visit.quota.received.take(body.length + messageOverhead))
        throw new RefusedError(429, 'Too many bytes per second');
      const sendings = read(c, body);
      if (!visit.quota.received.take(sendings.length * messageOverhead))
        throw new RefusedError(429, 'Too many messages per second');
      await checkTopics(ready, caller, visit, sendings);
      send(ready, visit, sendings);
      return c.body(null, 202);
    };

  routes.post(
    '/api/broadcast',
    accept((_c, body) => readBatch(body)),
  );
  routes.post(
    '/api/broadcast/:topic/events/:event',
    accept((c, body) => [readOne(c, body)]),
  );
  routes.onError((error, c) => {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const { message, status } = refusal;
    if (status === 429) c.header('Retry-After', '1');
    return c.json({ message, error: message }, status);
  });
  return routes;
}
