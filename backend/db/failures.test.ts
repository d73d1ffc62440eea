import { once } from 'node:events';
import { mkdtemp, rm, stat, writeFile, chown } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { createContext } from '../create-context.ts';
import type { Context } from '../service/context.ts';
import { goodPassword, newEmail } from '../testing/auth.ts';
import { club } from '../testing/club.ts';
import { databasePid } from '../testing/processes.ts';
import { startEmbeddedPostgres } from './embedded.ts';

/** A server on a PostgreSQL of its own, which the tests take away from it. */
let context: Context;
let app: Hono;
let dataDir = '';
let connection: pg.ClientConfig;
let token = '';
const stack = new AsyncDisposableStack();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-failures-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  dataDir = join(folder, 'database');
  ({ connection } = stack.use(await startEmbeddedPostgres(dataDir, () => {})));
  const environment = {
    DATA_DIR: join(folder, 'data'),
    SUPABASE_DIR: club.folder,
    LOG_LEVEL: 'silent',
    REQUESTS_PER_SECOND: '0',
  };
  const { config, options } = await club.configure(environment, (each) => each);
  context = stack.use(await createContext(config, options, { connection }));
  app = await createApp(context);
  const { body } = await send('POST', '/auth/v1/signup', { email: newEmail(), password: goodPassword });
  token = (body as { access_token: string }).access_token;
});
afterAll(() => stack.disposeAsync());

async function send(method: string, path: string, sent?: object) {
  const apikey = context.config.keys.publishable;
  const authorization = `Bearer ${token === '' ? apikey : token}`;
  const headers = { apikey, authorization, 'content-type': 'application/json' };
  const response = await app.request(path, { method, headers, ...(sent && { body: JSON.stringify(sent) }) });
  const body = (await response.json().catch(() => undefined)) as unknown;
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body };
}

/** Runs SQL as the superuser, on a connection of its own. */
async function administrate(sql: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

const account = { email: 'nobody@example.com', password: goodPassword };
const writes: readonly (readonly [name: string, method: string, path: string, body: object])[] = [
  ['rest', 'POST', '/rest/v1/walks', { name: 'Manquehue' }],
  ['auth', 'POST', '/auth/v1/signup', account],
  ['a refresh', 'POST', '/auth/v1/token?grant_type=refresh_token', { refresh_token: 'aaaaaaaaaaaa' }],
  ['storage', 'POST', '/storage/v1/object/pictures/a.json', {}],
];
const broadcast = { messages: [{ topic: 'a', event: 'b', private: true }] };
const reads: readonly (readonly [name: string, method: string, path: string, body?: object])[] = [
  ['rest', 'GET', '/rest/v1/walks?select=name'],
  ['auth', 'GET', '/auth/v1/user'],
  ['storage', 'POST', '/storage/v1/object/list/pictures', { prefix: '' }],
  ['functions', 'GET', '/functions/v1/accounts'],
  ['realtime', 'POST', '/realtime/v1/api/broadcast', broadcast],
];

/** Status and Retry-After of each request; the token is verified anew, as a server does that has just started. */
async function statusesOf(requests: typeof reads): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, method, path, body] of requests) {
    context.tokens.forgetAll();
    const { status, retryAfter } = await send(method, path, body);
    found[name] = [status, retryAfter];
  }
  return found;
}

const later = (requests: typeof reads): object =>
  Object.fromEntries(requests.map(([name]) => [name, [503, '5']]));

/** Waits until a write of the same connections works again. */
async function untilWritable(): Promise<void> {
  const signUp = { email: newEmail(), password: goodPassword };
  await expect.poll(async () => (await send('POST', '/auth/v1/signup', signUp)).status).not.toBe(503);
}

test('a database that takes no writes is 503 with Retry-After to every write, and reads work', async () => {
  await administrate('alter system set default_transaction_read_only = on');
  await administrate('select pg_reload_conf()');
  await expect.poll(async () => (await send('POST', '/auth/v1/signup', account)).status).toBe(503);
  expect(await statusesOf(writes)).toEqual(later(writes));
  expect((await send('GET', '/rest/v1/walks?select=name')).status).toBe(200);
  await administrate('set transaction_read_only = off; set default_transaction_read_only = off');
  const client = new pg.Client({ ...connection, options: '-c default_transaction_read_only=off' });
  await client.connect();
  await client.query('alter system reset default_transaction_read_only');
  await client.query('select pg_reload_conf()');
  await client.end();
  await untilWritable();
});

test('a primary that has become a standby is 503 with Retry-After to every write, reads work, and a promoted one serves all', async () => {
  const folder = join(dataDir, 'postgres');
  const signal = join(folder, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(folder);
  await chown(signal, uid, gid);
  process.kill(await databasePid(dataDir), 'SIGINT');
  await expect.poll(async () => (await send('GET', '/rest/v1/walks?select=name')).status).toBe(503);
  await expect.poll(async () => (await send('GET', '/rest/v1/walks?select=name')).status).toBe(200);
  expect(await statusesOf(writes)).toEqual(later(writes));
  expect((await send('GET', '/auth/v1/user')).status).toBe(200);
  await administrate('select pg_promote()');
  await untilWritable();
  expect(await statusesOf(writes)).not.toMatchObject({ rest: [503, '5'] });
});

test('a database that is away is 503 with Retry-After in every service, functions included', async () => {
  await using stopped = new AsyncDisposableStack();
  const pid = await databasePid(dataDir);
  void once;
  stopped.defer(() => untilWritable());
  process.kill(pid, 'SIGINT');
  await expect.poll(async () => (await send('GET', '/rest/v1/walks?select=name')).status).toBe(503);
  expect(await statusesOf([...reads, ...writes])).toEqual(later([...reads, ...writes]));
});
