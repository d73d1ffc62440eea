import { chown, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '../app.ts';
import { createContext } from '../create-context.ts';
import type { Context } from '../service/context.ts';
import { createLogger } from '../telemetry/logger.ts';
import { createOutages } from '../telemetry/outages.ts';
import { goodPassword, newEmail } from '../testing/auth/auth.ts';
import { club } from '../testing/club.ts';
import { databasePid } from '../testing/processes.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { sendTo } from '../testing/send.ts';

/** A server on a PostgreSQL of its own, which the tests take away from it. */
let context: Context;
let app: App;
/** Warnings and errors of the requests. */
const lines: string[] = [];
let all = '';
let dataDir = '';
let connection: pg.ClientConfig;
/** The tokens of a person who has signed up. */
let session = { access_token: '', refresh_token: '' };
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
  const memory = new Writable({
    write(chunk, _, done) {
      // A busy machine has slow requests, which are logged as warnings; a sweep of files says by itself that it failed.
      if (!/"level":"warn".*"msg":"request"|could not sweep/.test(String(chunk))) lines.push(String(chunk));
      all += String(chunk);
      done();
    },
  });
  const log = createLogger('warn', memory);
  app = await createApp({ ...context, log, outages: stack.use(createOutages(log, 3000)) });
  const { body } = await send('POST', '/auth/v1/signup', { email: newEmail(), password: goodPassword });
  session = body as typeof session;
});
afterAll(() => stack.disposeAsync());

async function send(method: string, path: string, sent?: object, token = session.access_token) {
  const apikey = context.config.keys.publishable;
  const authorization = `Bearer ${token || apikey}`;
  const headers = { apikey, authorization, 'content-type': 'application/json' };
  const response = await sendTo(app, path, { method, headers, ...(sent && { body: JSON.stringify(sent) }) });
  const body = (await response.json().catch(() => undefined)) as unknown;
  return { status: response.status, retryAfterSeconds: response.headers.get('retry-after'), body };
}

/** The status of a public list, which needs no session. */
async function readPublicly(): Promise<number> {
  return (await send('GET', '/rest/v1/walks?select=name', undefined, '')).status;
}

/** A write whose caller needs no statement to be known: the first refusal comes in the caller's own transaction. */
function writeWithSecretKey() {
  return send('POST', '/rest/v1/walks', walk, context.config.keys.secret);
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

const walk = { name: 'Manquehue', duration: '4 h' };
const account = { email: 'nobody@example.com', password: goodPassword };
type Sent = readonly [name: string, method: string, path: string, body?: () => object];
const writes: readonly Sent[] = [
  ['rest', 'POST', '/rest/v1/walks', () => walk],
  ['auth', 'POST', '/auth/v1/signup', () => account],
  [
    'a refresh',
    'POST',
    '/auth/v1/token?grant_type=refresh_token',
    () => ({ refresh_token: session.refresh_token }),
  ],
  ['storage', 'POST', '/storage/v1/object/pictures/a.json', () => ({})],
];
const broadcast = { messages: [{ topic: 'a', event: 'b', private: true }] };
const reads: readonly Sent[] = [
  ['rest', 'GET', '/rest/v1/walks?select=name'],
  ['auth', 'GET', '/auth/v1/user'],
  ['storage', 'POST', '/storage/v1/object/list/pictures', () => ({ prefix: '' })],
  ['functions', 'GET', '/functions/v1/accounts'],
  ['realtime', 'POST', '/realtime/v1/api/broadcast', () => broadcast],
];

/** Status and Retry-After of each request; the token is verified anew, as a server does that has just started. */
async function statusesOf(requests: readonly Sent[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const [name, method, path, body] of requests) {
    context.tokens.forgetAll();
    const { status, retryAfterSeconds } = await send(method, path, body?.());
    found[name] = [status, retryAfterSeconds];
  }
  return found;
}

const later = (requests: readonly Sent[]): object =>
  Object.fromEntries(requests.map(([name]) => [name, [503, '5']]));

/** Ends PostgreSQL, and keeps it from starting again until disposed: the server restarts it after a quarter of a second. */
async function endPostgres(): Promise<AsyncDisposable> {
  const version = join(dataDir, 'postgres', 'PG_VERSION');
  const aside = `${version}.aside`;
  await rename(version, aside);
  process.kill(await databasePid(dataDir), 'SIGINT');
  return { [Symbol.asyncDispose]: () => rename(aside, version) };
}

/** Waits until a write of the same connections works again. */
async function untilWritable(): Promise<void> {
  const signUp = { email: newEmail(), password: goodPassword };
  await expect.poll(async () => (await send('POST', '/auth/v1/signup', signUp)).status).not.toBe(503);
}

test('a database that takes no writes is 503 with Retry-After to every write, and public pages are read', async () => {
  await administrate('alter system set default_transaction_read_only = on');
  await administrate('select pg_reload_conf()');
  // Each connection learns of it by itself.
  await expect.poll(() => statusesOf(writes)).toEqual(later(writes));
  expect(await writeWithSecretKey()).toMatchObject({ status: 503, retryAfterSeconds: '5' });
  expect(await readPublicly()).toBe(200);
  await administrate('alter system reset default_transaction_read_only');
  await administrate('select pg_reload_conf()');
  await untilWritable();
});

test('a primary that has become a standby is 503 with Retry-After to every write until it is promoted, and public pages are read', async () => {
  const folder = join(dataDir, 'postgres');
  const signal = join(folder, 'standby.signal');
  await writeFile(signal, '');
  const { uid, gid } = await stat(folder);
  await chown(signal, uid, gid);
  {
    await using _ended = await endPostgres();
    await expect.poll(readPublicly).toBe(503);
  }
  await expect.poll(readPublicly).toBe(200);
  expect(await statusesOf(writes)).toEqual(later(writes));
  expect(await writeWithSecretKey()).toMatchObject({ status: 503, retryAfterSeconds: '5' });
  await administrate('select pg_promote()');
  await untilWritable();
  expect(await writeWithSecretKey()).toMatchObject({ status: 201 });
});

test('a database that is away is 503 with Retry-After in every service, functions included', async () => {
  await using stopped = new AsyncDisposableStack();
  // The outage of the test before is over.
  await expect.poll(() => lines.at(-1)).toContain('not away any more');
  lines.length = 0;
  stopped.defer(untilWritable);
  stopped.use(await endPostgres());
  await expect.poll(readPublicly).toBe(503);
  expect(await statusesOf([...reads, ...writes])).toEqual(later([...reads, ...writes]));
  expect((await send('GET', '/health')).status).toBe(503);
  expect(await send('GET', '/auth/v1/health')).toMatchObject({ status: 503, retryAfterSeconds: '5' });
  const read = await send('GET', '/rest/v1/walks?select=name', undefined, '');
  expect(read).toMatchObject({ status: 503, retryAfterSeconds: '5' });
});

test('an outage is logged when it begins and when it is over, with the number of requests, and without a stack', async () => {
  await expect.poll(() => lines.length).toBe(2);
  const [began, over] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(began).toEqual({
    level: 'error',
    time: expect.any(String),
    reason: expect.any(String),
    msg: 'the database is away: requests that need it get 503 until it is back',
  });
  expect(over).toEqual({
    level: 'warn',
    time: expect.any(String),
    refused: expect.any(Number),
    seconds: expect.any(Number),
    msg: 'the database is not away any more: no request was refused since',
  });
  expect((await send('GET', '/auth/v1/health')).status).toBe(200);
  expect(over?.['refused']).toBeGreaterThan(reads.length + writes.length);
  expect(all).not.toContain('"stack"');
});

test('a database that the server has closed, because it stops, is 503 with Retry-After in every service, and is not logged', async () => {
  lines.length = 0;
  await context.db[Symbol.asyncDispose]();
  expect(await statusesOf([...reads, ...writes])).toEqual(later([...reads, ...writes]));
  expect(lines).toEqual([]);
});
