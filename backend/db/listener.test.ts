import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { Listener } from './listener.ts';

const nothing = (): void => {};
let stack: AsyncDisposableStack;
let observer: pg.Client;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  observer = new pg.Client(access);
  await observer.connect();
  stack.defer(() => observer.end());
});
afterEach(() => stack.disposeAsync());

const access = { host: inject('socketFolder'), user: 'postgres', database: 'postgres' };

function listenAs(name: string, config: pg.ClientConfig = access, heartbeat?: number) {
  const listener = new Listener({ ...config, application_name: name }, nothing, heartbeat);
  stack.defer(() => listener.close());
  return listener;
}

async function connectionsOf(name: string): Promise<readonly number[]> {
  const { rows } = await observer.query<{ pid: number }>(
    'select pid from pg_stat_activity where application_name = $1',
    [name],
  );
  return rows.map(({ pid }) => pid);
}

test('all channels of a process share one connection, and each subscription hears its own channel', async () => {
  const listener = listenAs('one for all');
  const heard: string[] = [];
  await Promise.all(
    ['a', 'b', 'b', 'c'].map((channel, index) =>
      listener.listen(channel, (payload) => heard.push(`${index} ${channel} ${payload}`), nothing),
    ),
  );
  expect(await connectionsOf('one for all')).toHaveLength(1);
  await observer.query(`notify a, 'x'; notify b, 'y'`);
  await expect.poll(() => heard).toEqual(['0 a x', '1 b y', '2 b y']);
});

test('after its connection was killed, every channel hears of the gap, and then notifications again', async () => {
  const listener = listenAs('killed');
  const [heard, gaps] = [new Set<string>(), new Map<string, number>()];
  for (const channel of ['a', 'b', 'c']) {
    const onGap = (): unknown => gaps.set(channel, (gaps.get(channel) ?? 0) + 1);
    await listener.listen(channel, () => heard.add(channel), onGap);
  }
  const [pid] = await connectionsOf('killed');
  await observer.query('select pg_terminate_backend($1)', [pid]);
  // Once when the connection was lost, and once when it listens again.
  await expect.poll(() => Object.fromEntries(gaps)).toEqual({ a: 2, b: 2, c: 2 });
  await observer.query('notify a; notify b; notify c');
  await expect.poll(() => [...heard].sort()).toEqual(['a', 'b', 'c']);
  const after = await connectionsOf('killed');
  expect(after).toHaveLength(1);
  expect(after).not.toContain(pid);
});

test('a connection that fails at first subscribes nothing, and works when asked again', async () => {
  const missing = { ...access, database: 'created_later' };
  const listener = listenAs('later', missing);
  let heard = 0;
  const listen = (): Promise<void> => listener.listen('a', () => (heard += 1), nothing);
  await expect(listen()).rejects.toMatchObject({ code: '3D000' });
  await observer.query('create database created_later');
  stack.defer(async () => void (await observer.query('drop database created_later with (force)')));
  await listen();
  const client = new pg.Client(missing);
  await client.connect();
  await client.query('notify a');
  await client.end();
  await expect.poll(() => heard).toBe(1);
});

/** Passes bytes on to PostgreSQL until `freeze`: then the connections stay open, and no byte passes any more. */
async function startProxy() {
  const pairs: Socket[] = [];
  const server = createServer((socket) => {
    const target = connect(join(access.host, '.s.PGSQL.5432'));
    for (const each of [socket, target]) each.on('error', nothing);
    socket.pipe(target).pipe(socket);
    pairs.push(socket, target);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  stack.defer(() => {
    for (const each of pairs) each.destroy();
    server.close();
  });
  return {
    port: (server.address() as AddressInfo).port,
    freeze() {
      for (const each of pairs.splice(0)) each.unpipe().pause();
    },
  };
}

test('a connection whose other end vanished without a word is replaced', async () => {
  const proxy = await startProxy();
  const listener = listenAs('vanished', { ...access, host: '127.0.0.1', port: proxy.port }, 100);
  let [heard, gaps] = [0, 0];
  await listener.listen(
    'a',
    () => (heard += 1),
    () => (gaps += 1),
  );
  proxy.freeze();
  await expect.poll(() => gaps).toBe(2);
  await observer.query('notify a');
  await expect.poll(() => heard).toBe(1);
});
