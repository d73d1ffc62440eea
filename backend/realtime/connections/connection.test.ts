import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { startRealtimeApp, type RealtimeApp } from '../../testing/realtime.ts';
import { defaultLimits } from '../quotas/limits.ts';
import { createAdmission } from '../quotas/admission.ts';
import { openSocket, refusalOf, type RawSocket } from '../../testing/sockets.ts';

let app: RealtimeApp;
beforeAll(async () => {
  const limits = { identifyWithin: 700, silentAfter: 1500, newcomersPerNetwork: 60, sweepInterval: 100 };
  app = await startRealtimeApp(limits, { TRUSTED_PROXIES: '127.0.0.1' });
});
afterAll(() => app[Symbol.asyncDispose]());

function openMany(network: string, count: number): Promise<RawSocket[]> {
  return Promise.all(Array.from({ length: count }, () => openSocket(app, network)));
}

function countOpen(sockets: readonly RawSocket[]): number {
  return sockets.filter(({ socket }) => socket.readyState === socket.OPEN).length;
}

/** Joins as an account, or with the publishable key only. */
function join(socket: RawSocket, name?: 'carla' | 'diego' | 'elena' | 'nora') {
  const token = name ? { access_token: app.server.as(name).token } : {};
  return socket.ask(`realtime:${Math.random()}`, 'phx_join', token);
}

function closeAll(sockets: readonly RawSocket[]): Promise<unknown> {
  return Promise.all(
    sockets.map(async ({ socket }) => {
      if (socket.readyState === (socket.constructor as typeof WebSocket).CLOSED) return;
      socket.terminate();
      await once(socket, 'close');
    }),
  );
}

test('V10: a network gets twenty connections without an account; its accounts and other networks are unaffected', async () => {
  const airport = '203.0.113.1';
  const strangers = await openMany(airport, 50);
  const tablets: RawSocket[] = [];
  for (const name of ['diego', 'elena', 'carla'] as const) {
    const own = await openMany(airport, 3);
    for (const tablet of own) expect(await join(tablet, name)).toMatchObject({ status: 'ok' });
    tablets.push(...own);
  }
  await expect.poll(() => countOpen(strangers), { timeout: 5000 }).toBe(20);
  expect(countOpen(tablets)).toBe(9);
  // The places are taken, even for a connection that joins in time.
  const [late] = await openMany(airport, 1);
  const closed = once(late!.socket, 'close');
  late!.send('realtime:x', 'phx_join');
  expect((await closed)[0]).toBe(1013);
  const [elsewhere] = await openMany('203.0.113.2', 1);
  expect(await join(elsewhere!)).toMatchObject({ status: 'ok' });
  // Closed connections free their places.
  await closeAll(strangers);
  const [next] = await openMany(airport, 1);
  await expect.poll(async () => (await join(next!)).status).toBe('ok');
  await closeAll([...tablets, elsewhere!, next!]);
});

test('V10: an account gets ten connections; a dead one makes room for a new one', async () => {
  const own = await openMany('203.0.113.3', 10);
  for (const each of own) expect(await join(each, 'nora')).toMatchObject({ status: 'ok' });
  // Also from another network.
  const next = await openSocket(app, '203.0.113.4');
  const refused = await join(next, 'nora');
  expect(refused).toMatchObject({ status: 'error' });
  expect(refused.response?.reason).toContain('Too many connections of this account');
  expect(countOpen(own)).toBe(10);
  const [dead, ...alive] = own;
  await expect
    .poll(
      async () => {
        await Promise.all(alive.map((each) => each.ask('phoenix', 'heartbeat')));
        return (await join(next, 'nora')).status;
      },
      { timeout: 10_000 },
    )
    .toBe('ok');
  expect(alive.map(({ socket }) => socket.readyState)).toEqual(alive.map(({ socket }) => socket.OPEN));
  expect(dead!.socket.readyState).not.toBe(dead!.socket.OPEN);
  await closeAll([...own, next]);
});

test('V10: a connection without channels of its account counts as one without an account', async () => {
  const network = '203.0.113.5';
  const former = await openMany(network, 10);
  for (const each of former) {
    await each.ask('realtime:a', 'phx_join', { access_token: app.server.as('diego').token });
    await each.ask('realtime:a', 'phx_leave');
  }
  const strangers = await openMany(network, 20);
  for (const each of strangers) await join(each);
  await expect.poll(() => countOpen(former) + countOpen(strangers), { timeout: 5000 }).toBe(20);
  await closeAll([...former, ...strangers]);
});

test('V10: a connection that closes while its token is verified does not occupy a place of the account', () => {
  const admission = createAdmission({ ...defaultLimits, connectionsPerAccount: 1 });
  const claims = { role: 'authenticated', sub: 'somebody' };
  const caller = { role: 'authenticated', claims, claimsText: '' };
  const holder = { silence: () => 0, disconnect: () => {} };
  const closed = admission.take('203.0.113.1', holder);
  closed.release();
  expect(() => closed.identify(caller)).toThrow('The connection was closed');
  const open = admission.take('203.0.113.1', holder);
  expect(() => open.identify(caller)).not.toThrow();
  expect(() => admission.take('203.0.113.1', holder).identify(caller)).toThrow('Too many connections');
  open.release();
});

test('V10: a network that opens too many connections at once gets 429 with Retry-After', async () => {
  const network = '203.0.113.6';
  const newcomers = await openMany(network, 60);
  const refused = await refusalOf(app, network);
  expect(refused).toMatchObject({ status: 429 });
  expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
  expect(await refusalOf(app, '203.0.113.7')).toBeUndefined();
  await closeAll(newcomers);
});

test('V10: beyond all connections the response is 503 with Retry-After', async () => {
  await using full = await startRealtimeApp({ connections: 2 }, { TRUSTED_PROXIES: '127.0.0.1' });
  const sockets = [await openSocket(full, '203.0.113.1'), await openSocket(full, '203.0.113.2')];
  const refused = await refusalOf(full, '203.0.113.3');
  expect(refused).toMatchObject({ status: 503 });
  expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
  await closeAll(sockets);
});

test('V10: sign-in and health check respond while hundreds of connections join private channels', async () => {
  const networks = Array.from({ length: 20 }, (_, index) => `198.51.100.${index + 1}`);
  const sockets = (await Promise.all(networks.map((network) => openMany(network, 15)))).flat();
  const progress = { done: false };
  const joins = Promise.all(
    sockets.flatMap((each) =>
      Array.from({ length: 5 }, (_, index) =>
        each.ask(`realtime:${index}`, 'phx_join', { config: { private: true } }),
      ),
    ),
  ).then((replies) => {
    progress.done = true;
    return replies;
  });
  // The container's health check times out after five seconds. On the server's own connections the policies took longer.
  let slowest = 0;
  for (let round = 0; round < 3 || (!progress.done && round < 30); round += 1) {
    const started = performance.now();
    expect((await app.server.request('/health')).status).toBe(200);
    expect((await app.server.as('diego').request('/auth/v1/user')).status).toBe(200);
    slowest = Math.max(slowest, performance.now() - started);
  }
  expect(slowest).toBeLessThan(5000);
  for (const { status } of await joins) expect(status).toBe('error');
  await closeAll(sockets);
});
