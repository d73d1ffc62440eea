import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectStoreSettings } from '../../backend/config/settings.ts';
import { blobKey } from '../../backend/object-store/object-store.ts';
import { openS3Store } from '../../backend/object-store/s3.ts';
import { listKeys, startGate } from '../../backend/testing/object-store.ts';
import { ended, runProgram } from '../../backend/testing/processes.ts';
import { givenStore } from '../../backend/testing/global-s3.ts';
import { createServers } from '../../server/testing/servers.ts';
import { startSwift, type Swift } from './object-store/swift.ts';

const servers = createServers();
const keys = {
  SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(16).toString('hex')}`,
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(16).toString('hex')}`,
};

let swift: Swift;
beforeAll(async () => {
  swift = await startSwift();
}, 10 * 60_000);
afterAll(() => swift[Symbol.asyncDispose]());

/** Settings of a server as environment variables. */
function environmentOf(settings: ObjectStoreSettings): Record<string, string> {
  return {
    ...keys,
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
    S3_PREFIX: settings.prefix,
    S3_TIMEOUT: '2',
    REQUESTS_PER_SECOND: '0',
  };
}

/** Sends a request to `/storage/v1` with all rights. */
async function storage(path: string, init: RequestInit = {}): Promise<Response> {
  const { SUPABASE_SECRET_KEY: key } = keys;
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return fetch(`http://127.0.0.1:${servers.port}/storage/v1/${path}`, { headers, ...init });
}

async function createDocuments(): Promise<void> {
  const body = JSON.stringify({ id: 'papers', name: 'papers', public: true });
  expect((await storage('bucket', { method: 'POST', body })).status).toBe(200);
}

const upload = (name: string, body: string): Promise<Response> =>
  storage(`object/papers/${name}`, { method: 'POST', body });
const tours = (): Promise<Response> =>
  fetch(`http://127.0.0.1:${servers.port}/rest/v1/time_based_routes?select=name`, {
    headers: { apikey: keys.SUPABASE_PUBLISHABLE_KEY },
  });
const read = (name: string): Promise<Response> => storage(`object/public/papers/${name}`);

/** Runs tests of `npm test` in a process of their own. */
async function runTests(args: readonly string[], environment: Record<string, string>): Promise<void> {
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...args];
  const program = runProgram(process.execPath, vitest, environment);
  expect(await ended(program), program.output()).toBe(0);
}

test('the storage tests pass on Swift', async () => {
  const { S3_PREFIX: _prefix, S3_TIMEOUT: _timeout, ...store } = environmentOf(swift.settings(''));
  await runTests(['--mode', 'storage-on-s3'], { [givenStore]: JSON.stringify(store) });
}, 300_000);

test('the wire suite passes on a server that keeps its objects in Swift', async () => {
  const settings = { ...environmentOf(swift.settings('wire/')), S3_TIMEOUT: '10' };
  const forServer = Object.entries(settings).filter(([name]) => name.startsWith('S3_'));
  await runTests(
    ['--project', 'server', 'backend/wire'],
    Object.fromEntries(forServer.map(([name, value]) => [`WIRE_SERVER_${name}`, value])),
  );
  using store = openS3Store(swift.settings('wire/'));
  expect((await listKeys(store)).length).toBeGreaterThan(0);
}, 300_000);

test('Swift keeps and lists objects as the server expects it', async () => {
  using store = openS3Store(swift.settings('pages/'));
  const all = Array.from({ length: 1100 }, () => blobKey(randomUUID())).sort();
  for (let start = 0; start < all.length; start += 20)
    await Promise.all(all.slice(start, start + 20).map((key) => store.put(key, Buffer.from(key))));
  expect(await listKeys(store)).toEqual(all);
  const changed = blobKey(randomUUID());
  await expect(store.put(changed, Buffer.from('changed on the way'), '0'.repeat(64))).rejects.toThrow('400');
  expect(await store.read(changed)).toBeUndefined();
}, 180_000);

test('a server that is killed between upload and commit leaves bytes without a row, never the reverse', async () => {
  await using gate = await startGate(swift.port);
  const direct = swift.settings('killed/');
  const environment = environmentOf({ ...direct, endpoint: `http://127.0.0.1:${gate.port}` });
  using store = openS3Store(direct);
  const server = await servers.started(environment);
  await createDocuments();
  expect((await upload('kept', 'kept')).status).toBe(200);
  gate.setWay('deaf');
  const cut = upload('cut', 'cut').catch(() => undefined);
  await expect.poll(async () => (await listKeys(store)).length).toBe(2);
  await servers.end(server, 'SIGKILL');
  await cut;
  gate.setWay('open');

  await servers.started(environment);
  const rows = await servers.query<{ name: string; version: string }>(
    'select name, version from storage.objects',
  );
  expect(rows.map(({ name }) => name)).toEqual(['kept']);
  expect(await listKeys(store)).toEqual(expect.arrayContaining(rows.map(({ version }) => blobKey(version))));
  expect(await (await read('kept')).text()).toBe('kept');
  expect((await upload('cut', 'cut')).status).toBe(200);
  expect(await (await read('cut')).text()).toBe('cut');
}, 120_000);

/** Uploads on and on, each again until the server has it, until the signal. @returns the bytes by name */
async function uploadOn(signal: AbortSignal, statuses: Set<number>): Promise<ReadonlyMap<string, string>> {
  const acknowledged = new Map<string, string>();
  while (!signal.aborted) {
    const [name, bytes] = [randomUUID(), randomBytes(2000).toString('hex')];
    for (;;) {
      const response = await upload(name, bytes);
      statuses.add(response.status);
      if (response.status === 200) break;
      expect(response.headers.get('retry-after')).toBe('5');
      await delay(200);
    }
    acknowledged.set(name, bytes);
  }
  return acknowledged;
}

test('with Swift slow, away and killed under uploads, nothing that was acknowledged is lost', async () => {
  await servers.started(environmentOf(swift.settings('away/')));
  await createDocuments();
  expect((await upload('cached', 'cached')).status).toBe(200);
  expect((await read('cached')).status).toBe(200);
  const done = new AbortController();
  const statuses = new Set<number>();
  const disturb = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await delay(1000);
      swift.proxy().process.kill('SIGSTOP');
      await delay(3000);
      expect(await (await read('cached')).text()).toBe('cached');
      expect((await tours()).status).toBe(200);
      swift.proxy().process.kill('SIGCONT');
      await delay(1000);
      await swift.restartProxy();
    }
    await delay(1000);
  };
  const disturbed = disturb().finally(() => done.abort());
  const uploading = Array.from({ length: 4 }, () => uploadOn(done.signal, statuses));
  const [uploaded] = await Promise.all([Promise.all(uploading), disturbed]);
  const acknowledged = uploaded.flatMap((each) => [...each]);
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(statuses).toEqual(new Set([200, 503]));
  for (const [name, bytes] of acknowledged) expect(await (await read(name)).text()).toBe(bytes);
}, 180_000);

test('the commands back up the objects of Swift, and restore them into another prefix', async () => {
  const environment = environmentOf(swift.settings('commands/'));
  const server = await servers.started(environment);
  await createDocuments();
  const bytes = randomBytes(400_000).toString('hex');
  expect((await upload('large', bytes)).status).toBe(200);
  const archive = join(servers.dataDir, '..', `${randomUUID()}.tar.gz`);
  const run = async (script: string, further: Record<string, string>): Promise<string> => {
    const all = { DATA_DIR: servers.dataDir, ...environment, ...further };
    const program = runProgram(process.execPath, [`tools/${script}`, archive], all);
    expect(await ended(program), program.output()).toBe(further['expected'] === undefined ? 0 : 1);
    return program.output();
  };
  try {
    expect(await run('backup.ts', {})).toContain('1 files');
    await servers.end(server, 'SIGTERM');
    for (const part of ['postgres', 'secrets.json', 'backups'])
      await rm(join(servers.dataDir, part), { recursive: true, force: true });
    expect(await run('restore.ts', { expected: 'refused' })).toContain(
      'Another database keeps its objects in',
    );
    expect(await run('restore.ts', { S3_PREFIX: 'moved' })).toContain('1 files');
  } finally {
    await rm(archive, { force: true });
  }
  await servers.started({ ...environment, S3_PREFIX: 'moved' });
  expect(await (await read('large')).text()).toBe(bytes);
}, 120_000);
