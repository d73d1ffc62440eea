import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { ObjectStoreSettings } from '../config/settings.ts';
import { checkObjectKey, ObjectStoreError } from './object-store.ts';

/** A body that is read from a file for each attempt. */
export interface FileBody {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Undefined for the bucket itself. The prefix of the settings goes in front. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | FileBody;
  /** SHA-256 of the body, in hex; needed for a file. */
  readonly sha256?: string;
}

/** Sends requests to one bucket. The caller consumes the responses. */
export interface S3Client extends Disposable {
  readonly settings: ObjectStoreSettings;
  send(request: S3Request): Promise<IncomingMessage>;
}

const attempts = 3;
/** Doubles with each retry. */
const firstPauseMs = 100;
const maxSockets = 128;
const emptyHash = createHash('sha256').digest('hex');

/**
 * The body of a response as it arrives. It ends with an error when the store stops sending; the reader may take as long
 * as it wants. A reader that stops early closes the connection.
 * @throws ObjectStoreError while it is read
 */
export function bodyOf(
  response: IncomingMessage,
  { settings }: Pick<S3Client, 'settings'>,
): AsyncIterable<Buffer> {
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const giveUp = (): void => void response.destroy(new Error('the store stopped sending'));
  return {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const timer = setTimeout(giveUp, settings.timeout * 1000);
        try {
          return await chunks.next();
        } catch (cause) {
          const { message } = cause as Error;
          throw new ObjectStoreError(`The response of the store broke off: ${message}.`, { cause });
        } finally {
          clearTimeout(timer);
        }
      },
      async return() {
        response.destroy();
        return { done: true, value: undefined };
      },
    }),
  };
}

/** Reads a body of known or moderate size into memory. @throws ObjectStoreError */
export async function readResponseBody(
  response: IncomingMessage,
  client: Pick<S3Client, 'settings'>,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  for await (const chunk of bodyOf(response, client)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Whether the same request may succeed a moment later. */
function isPassing(status: number): boolean {
  return (status >= 500 && status !== 501) || status === 408 || status === 429;
}

/** The error that a response with an unexpected status means; reads its body. */
export async function responseError(
  response: IncomingMessage,
  client: Pick<S3Client, 'settings'>,
): Promise<ObjectStoreError> {
  const status = response.statusCode ?? 0;
  const text = (await readResponseBody(response, client)).toString('utf8', 0, 2000);
  const [, code = ''] = /<Code>([^<]*)<\/Code>/.exec(text) ?? [];
  const [, message = ''] = /<Message>([^<]*)<\/Message>/.exec(text) ?? [];
  const said = [code, message].filter(Boolean).join(': ');
  return new ObjectStoreError(`The store responded with status ${status}${said && ` (${said})`}.`, {
    isRefusal: !isPassing(status),
  });
}

function sizeOf(body: S3Request['body']): number {
  return Buffer.isBuffer(body) ? body.byteLength : (body?.size ?? 0);
}

/** Signs a request, the hash of its body included: the store refuses bytes that changed on the way, without https too. */
async function sign(
  { endpoint, bucket, prefix, accessKeyId, secretAccessKey, region }: ObjectStoreSettings,
  { method, key, query, headers, body, sha256 }: S3Request,
  cache: Map<string, ArrayBuffer>,
) {
  const hash =
    sha256 ?? (Buffer.isBuffer(body) ? createHash('sha256').update(body).digest('hex') : emptyHash);
  const signer = new AwsV4Signer({
    method,
    url: `${endpoint}/${bucket}${key === undefined ? '' : `/${prefix}${checkObjectKey(key)}`}?${new URLSearchParams(query)}`,
    headers: { ...headers, 'X-Amz-Content-Sha256': hash },
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    cache,
  });
  const signed = await signer.sign();
  const length = method === 'PUT' ? { 'content-length': String(sizeOf(body)) } : {};
  return { url: signed.url, headers: { ...Object.fromEntries(signed.headers), ...length } };
}

/** Opens a client. It sends with Node's own HTTP client: `fetch` would copy every uploaded body. */
export function openS3Client(settings: ObjectStoreSettings): S3Client {
  const { endpoint, timeout } = settings;
  const module = endpoint.startsWith('https:') ? https : http;
  const agent = new module.Agent({ keepAlive: true, maxSockets });
  /** Signing keys by day. */
  const cache = new Map<string, ArrayBuffer>();

  async function sendOnce(request: S3Request): Promise<IncomingMessage> {
    const { url, headers } = await sign(settings, request, cache);
    return new Promise((resolve, reject) => {
      const options = { method: request.method, headers, agent, timeout: timeout * 1000 };
      const sent = module.request(url, options);
      const giveUp = (): void => void sent.destroy(new Error(`no response within ${timeout} seconds`));
      // The socket's own timeout counts while it makes no progress, but not while the request waits for a socket. An
      // upload may take longer than that, as long as it goes on.
      const timer = request.body ? undefined : setTimeout(giveUp, timeout * 1000);
      sent.on('timeout', giveUp);
      sent.on('error', (cause) => {
        clearTimeout(timer);
        reject(new ObjectStoreError(`The store ${endpoint} cannot be reached: ${cause.message}.`, { cause }));
      });
      sent.on('response', (response) => {
        clearTimeout(timer);
        sent.off('timeout', giveUp);
        resolve(response);
      });
      if (request.body && !Buffer.isBuffer(request.body)) {
        const file = createReadStream(request.body.path);
        file.on('error', (error) => sent.destroy(error));
        sent.on('close', () => file.destroy());
        file.pipe(sent);
      } else sent.end(request.body);
    });
  }

  /** Any request may be sent twice, because keys are written once. Retries what failed quickly. @throws ObjectStoreError */
  async function send(request: S3Request): Promise<IncomingMessage> {
    const end = performance.now() + timeout * 1000;
    for (let attempt = 1, pause = firstPauseMs; ; attempt += 1, pause *= 2) {
      const outcome = await sendOnce(request).catch((error: ObjectStoreError) => error);
      if (!(outcome instanceof Error) && !isPassing(outcome.statusCode ?? 0)) return outcome;
      const error = outcome instanceof Error ? outcome : await responseError(outcome, { settings });
      const wait = pause * (0.5 + Math.random());
      if (attempt === attempts || performance.now() + wait > end) throw error;
      await delay(wait);
    }
  }

  return { settings, send, [Symbol.dispose]: () => agent.destroy() };
}
