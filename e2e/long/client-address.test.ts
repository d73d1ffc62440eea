import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as requestHttp, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { request as requestHttps } from 'node:https';
import { expect, test } from 'vitest';
import { freePort } from '../../backend/testing/processes.ts';
import { createInstallation } from './installation.ts';
import { startCaddy } from './replicas/caddy.ts';
import { startProxy } from './replicas/haproxy.ts';

/** A proxy of `deploy/` in front of a server that trusts it, as a client reaches it. */
interface Front extends AsyncDisposable {
  readonly url: string;
}

const fronts: Readonly<Record<string, (server: URL) => Promise<Front>>> = {
  async HAProxy(server) {
    // Nothing runs at the addresses of the other two servers.
    const proxy = await startProxy([Number(server.port), await freePort(), await freePort()]);
    for (const other of ['app2', 'app3']) await expect.poll(() => proxy.isUp(other)).toBe(false);
    await expect.poll(() => proxy.isUp('app1')).toBe(true);
    return { url: `http://127.0.0.1:${proxy.port}`, [Symbol.asyncDispose]: proxy[Symbol.asyncDispose] };
  },
  async Caddy(server) {
    const proxy = await startCaddy(server.host);
    return { url: proxy.url, [Symbol.asyncDispose]: proxy[Symbol.asyncDispose] };
  },
};

/** Tries a link for a device that does not exist, from an address of this machine. @returns the status */
async function tryLink(front: Front, from: string, headers: OutgoingHttpHeaders): Promise<number> {
  const url = new URL('/functions/v1/tablet-setup', front.url);
  const start = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = start(url, {
    method: 'POST',
    localAddress: from,
    family: 4,
    rejectUnauthorized: false,
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(JSON.stringify({ token: 'wrong', device_id: randomUUID(), key: randomUUID() }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode ?? 0;
}

/** Headers with which a client claims to be somebody else, another one each time. */
const claims: Readonly<Record<string, (address: string) => OutgoingHttpHeaders>> = {
  'X-Forwarded-For': (address) => ({ 'x-forwarded-for': address }),
  'several X-Forwarded-For': (address) => ({ 'x-forwarded-for': [address, `${address}, 127.0.0.1`] }),
  'X-Forwarded-For of the proxy': (address) => ({ 'x-forwarded-for': `${address}, 127.0.0.1, 127.0.0.1` }),
  'X-Forwarded-For that the proxy is to remove': (address) => ({
    'x-forwarded-for': address,
    connection: 'close, x-forwarded-for',
  }),
  'headers of other proxies': (address) => ({
    'cf-connecting-ip': address,
    'x-real-ip': address,
    'true-client-ip': address,
    forwarded: `for=${address}`,
  }),
};

/** The limit of the function: tries of one address in a minute. */
const most = 30;

test.each(Object.keys(fronts))(
  'A8, N6: behind %s a client counts as the address that it comes from, whatever it claims',
  async (name) => {
    await using installation = await createInstallation({ TRUSTED_PROXIES: '127.0.0.1' });
    await installation.start();
    await using front = await fronts[name]!(new URL(installation.address));
    for (const [index, [claim, headersOf]] of Object.entries(claims).entries()) {
      const from = `127.0.1.${index + 1}`;
      const statuses: number[] = [];
      for (let turn = 0; turn < most + 3; turn += 1)
        statuses.push(await tryLink(front, from, headersOf(`203.0.113.${turn}`)));
      expect([claim, ...statuses]).toEqual([claim, ...Array<number>(most).fill(404), 429, 429, 429]);
      // Other clients are not kept out: neither the one whose address was claimed, nor the next one.
      expect(await tryLink(front, `127.0.2.${index + 1}`, {})).toBe(404);
    }
  },
  120_000,
);
