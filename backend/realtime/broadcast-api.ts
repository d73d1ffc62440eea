import * as v from 'valibot';
import type { Context } from '../service/context.ts';
import { parseJsonBody, readBody } from '../service/body.ts';
import type { Dialect } from '../service/dialect.ts';
import { empty, json, type Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import { ServiceError, type ErrorTable, type ServiceErrorOptions } from '../service/errors.ts';
import type { RequestContext } from '../service/request-context.ts';
import type { RoutePath } from '../service/routes.ts';
import { createService, type Serve } from '../service/service.ts';
import { bearerToken, type Caller } from '../identity/caller.ts';
import { maxDepth, maxNameBytes, type Broadcast } from './protocol/frames.ts';
import { roomOf } from './rooms/hub.ts';
import { identify, invalidCredential } from './protocol/credential.ts';
import { messageOverheadBytes } from './quotas/limits.ts';
import { askPolicies } from './channels/permissions.ts';
import { tooManyBytes } from './quotas/quota.ts';
import type { Visit } from './quotas/admission.ts';
import type { RealtimeServices } from './channels/client.ts';

/** Every error of a broadcast. The wire has the status and the message alone. */
const errors = {
  body_invalid: [400, 'The body is not JSON'],
  no_api_key: [401, 'No API key found in request'],
  invalid_token: [401, 'Invalid token'],
  not_permitted: [403, 'You do not have permissions to send to this channel'],
  body_too_large: [413, 'The body is too large'],
  not_acceptable: [422, 'The request is not valid'],
  too_many: [429, 'Too many requests'],
  unavailable: [503, 'The server could not do this. Please try again later.'],
  failed: [500, 'The server could not do this. Please try again later.'],
} as const satisfies ErrorTable;

class BroadcastError extends ServiceError {
  constructor(code: keyof typeof errors, options: ServiceErrorOptions = {}) {
    super(code, errors[code], { retryAfterSeconds: code === 'too_many' ? 1 : undefined, ...options });
  }
}

const dialect: Dialect<BroadcastError> = {
  busy: (retryAfterSeconds) => new BroadcastError('too_many', { retryAfterSeconds }),
  bodyTooLarge: ({ message }) => new BroadcastError('body_too_large', { message }),
  bodyBrokenOff: ({ message }) => new BroadcastError('body_invalid', { message }),
  bodyNotJson: () => new BroadcastError('body_invalid'),
  badToken: ({ message }) => new BroadcastError('invalid_token', { message }),
  diskFull: () => new BroadcastError('unavailable'),
  fromDatabase: () => undefined,
  unavailable: (cause, retryAfterSeconds) => new BroadcastError('unavailable', { cause, retryAfterSeconds }),
  unexpected: (cause) => new BroadcastError('failed', { cause }),
  render: ({ status, message }) => json({ message, error: message }, status),
};

const maxMessages = 100;
const jsonLimits = { depth: maxDepth, values: Infinity };
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
  readonly room: string;
  readonly broadcast: Broadcast;
}

function sending(topic: string, isPrivate: boolean, broadcast: Broadcast): Sending {
  return { topic, isPrivate, room: roomOf(topic, isPrivate), broadcast };
}

/** A broadcast over HTTP, with the facts that the shell has resolved. */
interface Broadcasting {
  readonly http: HttpRequest;
  readonly context: RequestContext;
  /** A parameter of the path. */
  readonly param: RoutePath['param'];
}

async function callerOf({ context }: RealtimeServices, { http, context: known }: Broadcasting) {
  const inHeaders = bearerToken(http.headers) ?? http.headers.get('apikey');
  const credential = inHeaders ?? http.query.get('apikey');
  if (!credential) throw new BroadcastError('no_api_key');
  const verify = inHeaders === null ? undefined : known.caller;
  const found = await identify(context, credential, verify).catch(invalidCredential);
  if (found instanceof Error) throw new BroadcastError('invalid_token', { message: found.message });
  return found;
}

function visitOf(
  { http, context: { network: own } }: Broadcasting,
  { context, admission }: RealtimeServices,
  caller: Caller,
): Visit {
  const network = context.config.requestsPerSecond === 0 ? undefined : own;
  return admission.visit(network, caller, http.signal);
}

/** @throws BroadcastError 403, 429 */
async function checkTopics(
  services: RealtimeServices,
  caller: Caller,
  { ask, quota }: Visit,
  sendings: readonly Sending[],
): Promise<void> {
  const topics = new Set(sendings.filter(({ isPrivate }) => isPrivate).map(({ topic }) => topic));
  if (topics.size > 0 && !quota.joins.take(topics.size))
    throw new BroadcastError('too_many', { message: 'Too many channels per second' });
  for (const topic of topics) {
    const { writeBroadcast } = await ask(() => askPolicies(services.context.db, caller, topic));
    const message = `${errors.not_permitted[1]}: ${topic}`;
    if (!writeBroadcast) throw new BroadcastError('not_permitted', { message });
  }
}

/** @throws BroadcastError 429 */
function send({ hub, peers }: RealtimeServices, { quota }: Visit, sendings: readonly Sending[]): void {
  let bytes = 0;
  for (const { room, broadcast } of sendings) bytes += broadcast.body.length * (hub.listeners(room) + 1);
  if (!quota.deliver(bytes)) throw new BroadcastError('too_many', { message: tooManyBytes });
  for (const { room, broadcast } of sendings) {
    hub.broadcast(room, broadcast);
    peers.forward(room, broadcast);
  }
}

function readBatch(_: Broadcasting, body: Buffer): Sending[] {
  const result = v.safeParse(batch, parseJsonBody(body, jsonLimits));
  if (!result.success) throw new BroadcastError('not_acceptable', { message: v.summarize(result.issues) });
  return result.output.messages.map(({ topic, event, payload, private: isPrivate }) =>
    sending(topic, isPrivate, { event, encoding: 'json', body: Buffer.from(JSON.stringify(payload)) }),
  );
}

function readOne({ http, param }: Broadcasting, body: Buffer): Sending[] {
  if ([...http.query.keys()].some((name) => name.startsWith('persist')))
    throw new BroadcastError('not_acceptable', {
      message: 'Storing messages is not available on this server',
    });
  const names = v.safeParse(v.tuple([nameText, nameText]), [param('topic'), param('event')]);
  if (!names.success) throw new BroadcastError('not_acceptable', { message: v.summarize(names.issues) });
  const isBinary = http.headers.get('content-type')?.startsWith('application/octet-stream') ?? false;
  if (!isBinary) parseJsonBody(body, jsonLimits);
  const [topic, event] = names.output;
  const isPrivate = http.query.get('private') === 'true';
  return [sending(topic, isPrivate, { event, encoding: isBinary ? 'binary' : 'json', body })];
}

/**
 * Broadcasts over HTTP: `POST /api/broadcast` with a list, and `POST /api/broadcast/{topic}/events/{event}` with one
 * payload (JSON or bytes). Responds with 202 and no body. Sends all messages of a list or none.
 */
export function broadcastService(context: Context, services: () => Promise<RealtimeServices>): Serve {
  const accept =
    (read: typeof readOne) =>
    async (request: Broadcasting): Promise<Reply> => {
      const ready = await services();
      const caller = await callerOf(ready, request);
      const visit = visitOf(request, ready, caller);
      const body = await readBody(request.http, ready.limits.messageBytes);
      if (!visit.quota.received.take(body.length + messageOverheadBytes))
        throw new BroadcastError('too_many', { message: 'Too many bytes per second' });
      const sendings = read(request, body);
      if (!visit.quota.received.take(sendings.length * messageOverheadBytes))
        throw new BroadcastError('too_many', { message: 'Too many messages per second' });
      await checkTopics(ready, caller, visit, sendings);
      send(ready, visit, sendings);
      return empty(202);
    };

  return createService(context, {
    dialect,
    endpoints: [
      ['POST', '/api/broadcast', accept(readBatch)],
      ['POST', '/api/broadcast/:topic/events/:event', accept(readOne)],
    ],
    request: (http, requestContext, { param }) => ({ http, context: requestContext, param }),
  });
}
