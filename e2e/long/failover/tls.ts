import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:https';
import type { IncomingMessage } from 'node:http';

interface TlsRequest {
  /** Path of the authority's certificate. */
  readonly ca: string;
  /** Paths of the caller's own certificate; without it the caller shows none. */
  readonly cert?: string;
  readonly key?: string;
  readonly method?: string;
  /** `user:password` */
  readonly credentials?: string;
  readonly body?: object;
}

/**
 * Sends a request over TLS, with a certificate of the caller where the server asks for one: `fetch` cannot.
 * @returns the status of the response; undefined when there was none
 */
export async function statusOver(
  url: string,
  { ca, cert, key, method, credentials, body }: TlsRequest,
): Promise<number | undefined> {
  const read = async (path: string | undefined) => path && (await readFile(path));
  const sent = request(url, {
    ca: await readFile(ca),
    ...(cert && { cert: await read(cert), key: await read(key) }),
    method: method ?? 'GET',
    ...(credentials && { auth: credentials }),
    timeout: 5000,
  });
  sent.on('timeout', () => sent.destroy(new Error('timeout')));
  sent.end(body && JSON.stringify(body));
  try {
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  } catch {
    return undefined;
  }
}
