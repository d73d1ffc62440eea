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

/** In milliseconds. */
const patience = 120_000;

function path({ bucket, name }: ObjectName): string {
  return [bucket, ...name.split('/')].map(encodeURIComponent).join('/');
}

/**
 * The bytes of a hosted project's objects, through `storage/v1`. Both calls can be repeated.
 * @throws OperatorError when the project cannot be reached or refuses the key
 */
export function openStorageApi({ url, key }: HostedApi) {
  async function send(route: string, object: ObjectName, init: RequestInit = {}): Promise<Response> {
    const headers = { apikey: key, authorization: `Bearer ${key}`, ...init.headers };
    const request = { ...init, headers, signal: AbortSignal.timeout(patience) };
    return fetch(`${url}/storage/v1/${route}/${path(object)}`, request).catch((error: Error) => {
      throw new OperatorError(`${url} cannot be reached: ${error.message}. Is --url the API's address?`);
    });
  }

  async function failure(response: Response, { bucket, name }: ObjectName): Promise<OperatorError> {
    const said = (await response.text()).slice(0, 200);
    return new OperatorError(
      `The hosted storage answered ${response.status} for ${bucket}/${name}: ${said} Check --key: it must be a secret key.`,
    );
  }

  return {
    /** The bytes; undefined when the storage has none for the row. */
    async download(object: ObjectName): Promise<Buffer | undefined> {
      const response = await send('object/authenticated', object);
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      const body = (await response
        .clone()
        .json()
        .catch(() => ({}))) as { readonly statusCode?: unknown };
      // Upstream answers 400 and names the status in the body.
      const isMissing = response.status === 404 || String(body.statusCode) === '404';
      if (!isMissing) throw await failure(response, object);
      await response.body?.cancel();
      return undefined;
    },
    /** Stores the object, in place of one that an interrupted export left. */
    async upload({ bytes, mimetype, cacheControl, ...object }: Upload): Promise<void> {
      const headers = { 'content-type': mimetype, 'cache-control': cacheControl, 'x-upsert': 'true' };
      const response = await send('object', object, { method: 'POST', headers, body: bytes });
      if (!response.ok) throw await failure(response, object);
      await response.body?.cancel();
    },
  };
}
