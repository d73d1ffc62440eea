import type { IncomingMessage } from 'node:http';
import type { ObjectStoreSettings } from '../config/settings.ts';
import { isObjectKey, ObjectStoreError, type ListedObject, type ObjectStore } from './object-store.ts';
import {
  bodyOf,
  openS3Client,
  readResponseBody,
  responseError,
  type FileBody,
  type S3Client,
} from './s3-request.ts';

const keysPerPage = 1000;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The elements of a listing that are read, by their first occurrence. */
const elements = {
  key: /<Key>([^<]*)<\/Key>/,
  modifiedAt: /<LastModified>([^<]*)<\/LastModified>/,
  isTruncated: /<IsTruncated>([^<]*)<\/IsTruncated>/,
  next: /<NextContinuationToken>([^<]*)<\/NextContinuationToken>/,
} as const;

/** The text of an element; empty without one. */
function textOf(xml: string, element: keyof typeof elements): string {
  const [, text = ''] = elements[element].exec(xml) ?? [];
  return text.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole);
}

/**
 * One page of a listing: the response to `ListObjectsV2`. Keys are whole, with the prefix of the settings.
 * @throws ObjectStoreError
 */
function parsePage(xml: string) {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: textOf(entry, 'key'),
    modifiedAt: Date.parse(textOf(entry, 'modifiedAt')),
  }));
  if (textOf(xml, 'isTruncated') !== 'true') return { objects, next: undefined };
  const next = textOf(xml, 'next');
  if (next === '')
    throw new ObjectStoreError('The store listed a part of its objects and did not say how to go on.');
  return { objects, next };
}

function isMissing({ statusCode }: IncomingMessage, { message }: ObjectStoreError): boolean {
  // A missing bucket has the same status.
  return statusCode === 404 && !message.includes('NoSuchBucket');
}

/** A missing object gives undefined. @param range the header `Range` */
async function get(client: S3Client, key: string, range?: string): Promise<IncomingMessage | undefined> {
  const response = await client.send({ method: 'GET', key, headers: range === undefined ? {} : { range } });
  if (response.statusCode === (range === undefined ? 200 : 206)) return response;
  const error = await responseError(response, client);
  if (isMissing(response, error)) return undefined;
  throw error;
}

async function* list(client: S3Client, prefix: string): AsyncGenerator<ListedObject> {
  const base = client.settings.prefix;
  let token: string | undefined;
  do {
    const query = {
      'list-type': '2',
      'max-keys': String(keysPerPage),
      prefix: `${base}${prefix}`,
      ...(token !== undefined && { 'continuation-token': token }),
    };
    const response = await client.send({ method: 'GET', query });
    if (response.statusCode !== 200) throw await responseError(response, client);
    const page = parsePage((await readResponseBody(response, client)).toString('utf8'));
    for (const { key, modifiedAt } of page.objects) {
      // A sweep deletes what is listed.
      if (!key.startsWith(`${base}${prefix}`) || Number.isNaN(modifiedAt))
        throw new ObjectStoreError(`The store listed an object that was not asked for: ${key}.`);
      const own = key.slice(base.length);
      // Others may write into the bucket: a key of theirs with `..` would be the address of another object.
      if (isObjectKey(own)) yield { key: own, modifiedAt };
    }
    token = page.next;
  } while (token !== undefined);
}

/** An object store that also takes files larger than memory: up to the 5 GiB that S3 takes in one request. */
export interface S3Store extends ObjectStore {
  /** Stores a file's bytes. @param sha256 of the bytes, in hex: the store refuses others */
  putFile(key: string, file: FileBody, sha256: string): Promise<void>;
}

/**
 * Keeps objects in a bucket of an S3-compatible store, under path-style addresses. It needs nothing in which such stores
 * differ: a write asks the store not to replace an object (`If-None-Match`), and is as safe with a store that ignores
 * this, because keys are written once.
 */
export function openS3Store(settings: ObjectStoreSettings): S3Store {
  const client = openS3Client(settings);
  const { prefix, bucket, endpoint } = settings;
  /** False once the store has said that it has no conditional writes. */
  let isConditional = true;

  async function write(key: string, body: Buffer | FileBody, sha256?: string): Promise<IncomingMessage> {
    const condition = isConditional ? { 'if-none-match': '*' } : {};
    const headers = { 'content-type': 'application/octet-stream', ...condition };
    const hash = sha256 === undefined ? {} : { sha256 };
    const response = await client.send({ method: 'PUT', key, headers, body, ...hash });
    if (response.statusCode !== 501 || !('if-none-match' in headers)) return response;
    await readResponseBody(response, client);
    isConditional = false;
    return write(key, body, sha256);
  }

  async function put(key: string, body: Buffer | FileBody, sha256?: string): Promise<void> {
    const response = await write(key, body, sha256);
    // 412: an attempt arrived although its response did not.
    const isStored = [200, 201, 204, 412].includes(response.statusCode ?? 0);
    if (!isStored) throw await responseError(response, client);
    await readResponseBody(response, client);
  }

  return {
    place: `the bucket “${bucket}” of ${endpoint}${prefix && ` under ${prefix}`}`,
    put,
    putFile: put,
    async read(key) {
      const response = await get(client, key);
      return response && readResponseBody(response, client);
    },
    async open(key, range) {
      const response = await get(client, key, range && `bytes=${range.start}-${range.end}`);
      if (!response) return undefined;
      return { size: Number(response.headers['content-length']), content: bodyOf(response, client) };
    },
    async delete(key) {
      const response = await client.send({ method: 'DELETE', key });
      const isDone = [200, 202, 204].includes(response.statusCode ?? 0);
      if (isDone) return void (await readResponseBody(response, client));
      const error = await responseError(response, client);
      if (!isMissing(response, error)) throw error;
    },
    list: (wanted) => list(client, wanted),
    [Symbol.dispose]: () => client[Symbol.dispose](),
  };
}
