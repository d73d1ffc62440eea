import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { BlockList, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer } from './drain.ts';
import { createHttpServer } from './listen.ts';
import { json } from './reply.ts';
import { TrustedProxies } from './trusted-proxies.ts';

test('a server that closes ends the request in flight, serves the next of an open connection, and closes both', async () => {
  const slow = Promise.withResolvers<void>();
  const server = createHttpServer({
    async respond({ path }) {
      if (path === '/slow') await slow.promise;
      return json({ path });
    },
    fail: () => json({}, 500),
    trustedProxies: new TrustedProxies(new BlockList(), []),
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })] as const;
  const ask = async (agent: Agent, path: string): Promise<IncomingMessage> => {
    const [response] = (await once(request({ port, path, agent }).end(), 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    return response;
  };
  expect((await ask(agents[0], '/quick')).headers.connection).toBe('keep-alive');
  const underWay = once(server, 'request');
  const inFlight = ask(agents[1], '/slow');
  await underWay;
  const closed = closeServer(server, new AbortController().signal);
  const next = await ask(agents[0], '/quick');
  expect([next.statusCode, next.headers.connection]).toEqual([200, 'close']);
  slow.resolve();
  const ended = await inFlight;
  expect([ended.statusCode, ended.headers.connection]).toEqual([200, 'close']);
  await closed;
});
