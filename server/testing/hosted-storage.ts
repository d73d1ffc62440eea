import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostedDatabase } from './hosted.ts';

/** The storage API of a hosted project, as far as a move needs it: it keeps bytes in memory and writes rows as upstream does. */
export interface HostedStorage extends AsyncDisposable {
  readonly url: string;
  /** By bucket and name. */
  readonly bytes: Map<string, Buffer>;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** @param key the only one that it accepts */
export async function startHostedStorage(project: HostedDatabase, key: string): Promise<HostedStorage> {
  const stored = new Map<string, Buffer>();

  async function store(path: string, request: IncomingMessage): Promise<void> {
    const bytes = await readBytes(request);
    const [bucket, ...name] = path.split('/');
    const metadata = {
      eTag: '"1"',
      size: bytes.length,
      mimetype: request.headers['content-type'],
      cacheControl: request.headers['cache-control'],
      lastModified: new Date().toISOString(),
      contentLength: bytes.length,
      httpStatusCode: 200,
    };
    await project.operator.query(
      `insert into storage.objects (bucket_id, name, version, metadata) values ($1, $2, gen_random_uuid()::text, $3)
       on conflict (bucket_id, name) where archived_at is null do update set metadata = excluded.metadata`,
      [bucket, name.join('/'), metadata],
    );
    stored.set(path, bytes);
  }

  async function respond(request: IncomingMessage): Promise<readonly [number, string | Buffer]> {
    if (request.headers['apikey'] !== key) return [403, '{"message":"Unauthorized"}'];
    const [, route, rest = ''] =
      /^\/storage\/v1\/(object\/authenticated|object)\/(.*)$/.exec(request.url ?? '') ?? [];
    const path = decodeURIComponent(rest);
    if (request.method === 'GET' && route === 'object/authenticated') {
      const bytes = stored.get(path);
      return bytes ? [200, bytes] : [400, '{"statusCode":"404","error":"not_found"}'];
    }
    await store(path, request);
    return [200, JSON.stringify({ Key: path })];
  }

  const server = createServer((request, response) => {
    void respond(request).then(([status, body]) => response.writeHead(status).end(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytes: stored,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
