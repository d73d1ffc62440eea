import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import WebSocket from 'ws';
import { ended, untilSaid } from '../backend/testing/processes.ts';
import { startProductApp } from './testing/app.ts';
import { createServers } from './testing/servers.ts';

const servers = createServers();

const statusOf = (path: string): Promise<number> =>
  fetch(`http://127.0.0.1:${servers.port}${path}`).then(
    ({ status }) => status,
    () => 0,
  );

/** How long the server keeps an idle connection, as it tells its client. */
const keptFor = async (): Promise<string | null> =>
  (await fetch(`http://127.0.0.1:${servers.port}/health/live`)).headers.get('keep-alive');

const health = async (): Promise<readonly number[]> =>
  Promise.all(['/health/live', '/health/ready', '/health'].map(statusOf));

/** The lock that one process at a time holds to migrate: `backend/db/advisory-locks.ts`. */
const migrationLock = 7_220_260_327;

/** A database of the tests' PostgreSQL with a session that holds the lock of migrations. */
async function createLockedDatabase(): Promise<{
  readonly url: string;
  readonly release: () => Promise<void>;
}> {
  // Roles belong to the whole PostgreSQL; the first server of a test run makes these.
  await (await startProductApp())[Symbol.asyncDispose]();
  const host = inject('socketFolder');
  const database = `migrating_${process.pid}`;
  const administrator = new pg.Client({ host, user: 'postgres', database: 'postgres' });
  await administrator.connect();
  await administrator.query(`drop database if exists ${database} with (force)`);
  await administrator.query(`create database ${database}`);
  await administrator.end();
  const holder = new pg.Client({ host, user: 'postgres', database });
  await holder.connect();
  await holder.query('select pg_advisory_lock($1)', [migrationLock]);
  return { url: `postgres://postgres@/${database}?host=${host}`, release: () => holder.end() };
}

test('while it migrates, a server is live, is not ready, and lets a page wait', async () => {
  const { url, release } = await createLockedDatabase();
  const server = servers.launch({ DATABASE_URL: url, TRUSTED_PROXIES: '127.0.0.1' });
  await expect.poll(health).toEqual([200, 503, 503]);
  const websocket = new WebSocket(`ws://127.0.0.1:${servers.port}/realtime/v1/websocket`);
  await expect(once(websocket, 'open')).rejects.toThrow('503');
  const responded: number[] = [];
  const page = statusOf('/login').then((status) => responded.push(status));
  expect(await health()).toEqual([200, 503, 503]);
  expect(responded).toEqual([]);
  await release();
  await page;
  expect(responded).toEqual([200]);
  await untilSaid(server, 'is ready');
  expect(await health()).toEqual([200, 200, 200]);
  // Longer than a proxy keeps it.
  expect(await keptFor()).toBe('timeout=150');
  await servers.end(server, 'SIGTERM');
  expect(server.process.exitCode).toBe(0);
});

async function openWebsockets(count: number): Promise<readonly WebSocket[]> {
  const secrets = await readFile(join(servers.dataDir, 'secrets.json'), 'utf8');
  const { publishableKey: key } = JSON.parse(secrets) as { publishableKey: string };
  const address = `ws://127.0.0.1:${servers.port}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`;
  const sockets = Array.from({ length: count }, () => new WebSocket(address));
  await Promise.all(sockets.map((socket) => once(socket, 'open')));
  return sockets;
}

/** Waits until the server closes a websocket. */
async function closingOf(socket: WebSocket): Promise<{ readonly at: number; readonly code: unknown }> {
  const [code] = (await once(socket, 'close')) as unknown[];
  return { at: performance.now() / 1000, code };
}

test('a server that is asked to end is no longer ready, serves on, and lets its websockets go one by one', async () => {
  const server = await servers.started({ DRAIN_SECONDS: '4' });
  expect(await keptFor()).toBe('timeout=5');
  const closings = (await openWebsockets(10)).map(closingOf);
  const asked = performance.now() / 1000;
  server.process.kill('SIGTERM');
  await expect.poll(health, { interval: 20 }).toEqual([200, 503, 200]);
  expect((await servers.tours()).status).toBe(200);
  const closed = await Promise.all(closings);
  expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1012]));
  const seconds = closed.map(({ at }) => at - asked);
  // In the second half of the time, spread evenly.
  expect(Math.min(...seconds)).toBeGreaterThan(1.9);
  expect(Math.max(...seconds) - Math.min(...seconds)).toBeGreaterThan(1.2);
  expect(await ended(server)).toBe(0);
  expect(server.output()).not.toContain('"level":"error"');
});

/** Sends the beginning of a request, for whose end the server waits. */
function beginRequest(): void {
  const headers = { 'content-length': 9 };
  const sent = request({ port: servers.port, method: 'POST', path: '/auth/v1/signup', headers });
  sent.on('error', () => {});
  sent.write('{');
}

test('the two signals of one Ctrl-C under npm start are one; a later signal ends the waiting', async () => {
  const server = await servers.started({ DRAIN_SECONDS: '60' });
  beginRequest();
  const asked = performance.now();
  server.process.kill('SIGINT');
  server.process.kill('SIGTERM');
  // Signals within a second are one.
  await expect.poll(() => performance.now() - asked, { interval: 20 }).toBeGreaterThan(1050);
  expect(await statusOf('/health/live')).toBe(200);
  // Again and again: a busy server may have seen the first ones less than a second ago.
  const insist = async (): Promise<number | null> => {
    if ((await statusOf('/health/live')) === 200) server.process.kill('SIGTERM');
    return server.process.exitCode;
  };
  await expect.poll(insist, { interval: 500 }).toBe(0);
});
