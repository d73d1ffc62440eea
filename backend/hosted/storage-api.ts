import { OperatorError } from '../util/operator-error.ts';

/** Address and service key of a hosted project's API. */
export interface HostedApi {
  /** Without a path: `https://<ref>.supabase.co`. */
  readonly url: string;
  readonly key: string;
}

/** A stored object as both sides name it. */
export interface ObjectName {
  readonly bucket: string;
  readonly name: string;
}

interface Upload extends ObjectName {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimetype: string;
  readonly cacheControl: string;
}

const timeoutMs = 120_000;

/** Bounds an object, whatever size its row gives: four are in memory at once. */
const maxObjectBytes = 1024 ** 3;
const maxErrorBytes = 64 * 1024;

/**
 * The object's path in an address.
 * @throws OperatorError for a segment of dots: the address would be another one, and we would send the secret key to it
 */
function path({ bucket, name }: ObjectName): string {
  const segments = [bucket, ...name.split('/')];
  if (segments.some((segment) => segment === '.' || segment === '..'))
    throw new OperatorError(
      `${bucket}/${name} has a name that no address can have. Rename or delete the object.`,
    );
  return segments.map(encodeURIComponent).join('/');
}

/** @throws OperatorError when there are more than `most` bytes; it reads no further */
async function readBytes(response: Response, { bucket, name }: ObjectName, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > most)
      throw new OperatorError(`The hosted storage sends more than the ${most} bytes of ${bucket}/${name}.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The bytes of a hosted project's objects, through `storage/v1`. Both calls can be repeated.
 * @throws OperatorError when the project cannot be reached or refuses the key
 */
export function openStorageApi({ url, key }: HostedApi) {
  async function send(route: string, object: ObjectName, init: RequestInit = {}): Promise<Response> {
    const headers = { apikey: key, authorization: `Bearer ${key}`, ...init.headers };
    // The key would follow a redirect to any other server.
    const request = { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
    return fetch(`${url}/storage/v1/${route}/${path(object)}`, request).catch((error: Error) => {
      throw new OperatorError(`${url} cannot be reached: ${error.message}. Is --url the API's address?`);
    });
  }

  /** The text of a response that is an error. */
  const readError = async (response: Response, object: ObjectName): Promise<string> =>
    (await readBytes(response, object, maxErrorBytes)).toString();

  const failure = ({ status }: Response, { bucket, name }: ObjectName, said: string): OperatorError =>
    new OperatorError(
      `The hosted storage responded with ${status} for ${bucket}/${name}: ${said.slice(0, 200)} Check --key: it must be a secret key.`,
    );

  return {
    /** The bytes; undefined when the storage has none for the row. @param size as the row says, in bytes; null if it does not */
    async download(object: ObjectName, size: number | null): Promise<Buffer | undefined> {
      const response = await send('object/authenticated', object);
      if (response.ok) return readBytes(response, object, Math.min(size ?? Infinity, maxObjectBytes));
      const said = await readError(response, object);
      // Upstream responds with 400 and names the status in the body.
      if (response.status === 404 || /"statusCode":\s*"?404\b/.test(said)) return undefined;
      throw failure(response, object, said);
    },
    /** Stores the object, in place of one that an interrupted export left. */
    async upload({ bytes, mimetype, cacheControl, ...object }: Upload): Promise<void> {
      const headers = { 'content-type': mimetype, 'cache-control': cacheControl, 'x-upsert': 'true' };
      const response = await send('object', object, { method: 'POST', headers, body: bytes });
      if (!response.ok) throw failure(response, object, await readError(response, object));
      await response.body?.cancel();
    },
  };
}
