import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { openStorageApi } from './storage-api.ts';

const servers = new Set<AsyncDisposable>();
afterEach(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  servers.clear();
});

/** A hosted project that answers as it likes. */
async function startProject(respond: RequestListener) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    respond(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.add({
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, requests, api: openStorageApi({ url, key: 'sb_secret_key' }) };
}

test.each([
  ['pictures', '../../../auth/v1/admin/users'],
  ['pictures', 'a/../../../../../auth/v1/admin/users'],
  ['pictures', './a'],
  ['..', 'auth/v1/admin/users'],
])('the secret key goes to no other address for an object %s/%s', async (bucket, name) => {
  const { api, requests } = await startProject((_, response) => void response.end('[]'));
  await expect(api.download({ bucket, name }, null)).rejects.toThrow('has a name that no address can have');
  const upload = { bucket, name, bytes: new Uint8Array(), mimetype: 'text/plain', cacheControl: 'no-cache' };
  await expect(api.upload(upload)).rejects.toThrow('has a name that no address can have');
  expect(requests).toEqual([]);
});

test('escapes in a name stay what they are', async () => {
  const { api, requests } = await startProject((_, response) => void response.end('x'));
  await api.download({ bucket: 'pictures', name: '%2e%2e/%2e%2e\\a?b#c' }, 1);
  expect(requests).toEqual(['/storage/v1/object/authenticated/pictures/%252e%252e/%252e%252e%5Ca%3Fb%23c']);
});

test('the secret key does not follow a redirect', async () => {
  const other = await startProject((_, response) => void response.end('stolen'));
  const { api } = await startProject((_, response) => {
    response.writeHead(302, { location: `${other.url}/keys` }).end();
  });
  await expect(api.download({ bucket: 'pictures', name: 'a.jpg' }, null)).rejects.toThrow(
    'cannot be reached',
  );
  expect(other.requests).toEqual([]);
});

/** Responds without an end. */
function endless(status: number, text = ''): RequestListener {
  return (_, response) => {
    response.writeHead(status);
    const chunk = Buffer.alloc(64 * 1024, text || '\0');
    const write = (): void => {
      while (response.write(chunk));
      response.once('drain', write);
    };
    write();
  };
}

test.each([400, 404, 500])('the text of an error %d without an end is left', async (status) => {
  const { api } = await startProject(endless(status, '{"statusCode":"404"}'));
  const object = { bucket: 'pictures', name: 'a.jpg' };
  await expect(api.download(object, 10)).rejects.toThrow('sends more than the 65536 bytes');
  const upload = { ...object, bytes: new Uint8Array(), mimetype: 'text/plain', cacheControl: 'no-cache' };
  await expect(api.upload(upload)).rejects.toThrow('sends more than the 65536 bytes');
});

test('the text of an error brings no control characters to the terminal', async () => {
  const { api } = await startProject((_, response) => {
    response.writeHead(403).end('\u001b]0;renamed\u0007\u001b[2J\u009b31m\r\u0000gone');
  });
  const error = await api.download({ bucket: 'pictures', name: 'a.jpg' }, 10).catch((each: Error) => each);
  expect((error as Error).message).toMatch(/^\P{Cc}*gone/u);
});

test('a missing object is none, whichever way the storage says so', async () => {
  const bodies = ['{"statusCode":"404","error":"not_found"}', '{"statusCode": 404}'];
  for (const body of bodies) {
    const { api } = await startProject((_, response) => void response.writeHead(400).end(body));
    expect(await api.download({ bucket: 'pictures', name: 'a.jpg' }, 10)).toBeUndefined();
  }
});

test('a response without an end is left once it is longer than the row says', async () => {
  const { api } = await startProject(endless(200));
  await expect(api.download({ bucket: 'pictures', name: 'a.jpg' }, 1_000_000)).rejects.toThrow(
    'sends more than the 1000000 bytes of pictures/a.jpg',
  );
});
