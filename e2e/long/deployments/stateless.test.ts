import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startS3 } from '../../../backend/testing/object-store.ts';
import { picture } from '../../../backend/testing/storage.ts';
import {
  ended,
  freePort,
  root,
  runProgram,
  untilSaid,
  type Program,
} from '../../../backend/testing/processes.ts';
import { startManagedPostgres, type ManagedPostgres } from '../../../backend/testing/servers.ts';

/** Servers that keep nothing on disk: the database and the store of objects are elsewhere, the keys in the environment. */
const stack = new AsyncDisposableStack();
let postgres: ManagedPostgres;
/** The working directory of the servers, which would hold a data folder. */
let folder = '';
let environment: Record<string, string> = {};

/** Runs a program of the repository with an environment file, as an operator does. */
function run(script: string, file: string, args: readonly string[], further = {}): Program {
  const program = runProgram(
    process.execPath,
    [`--env-file=${join(folder, file)}`, join(root, script), ...args],
    { ...environment, ...further },
    folder,
  );
  stack.defer(async () => {
    program.process.kill('SIGTERM');
    await ended(program);
  });
  return program;
}

/** Prints fresh keys into an environment file. */
async function printKeys(file: string): Promise<void> {
  const program = runProgram(process.execPath, ['tools/secrets.ts'], {});
  expect(await ended(program)).toBe(0);
  await writeFile(join(folder, file), program.output());
}

async function serve(file: string, further = {}) {
  const port = await freePort();
  const server = run('server/main.ts', file, [], { PORT: String(port), ...further });
  await untilSaid(server, 'is ready');
  return { server, url: `http://127.0.0.1:${port}` };
}

beforeAll(async () => {
  postgres = stack.use(await startManagedPostgres());
  const s3 = stack.use(await startS3());
  folder = await mkdtemp(join(tmpdir(), 'transfer-stateless-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  environment = {
    DATABASE_URL: postgres.url,
    SUPABASE_DIR: join(root, 'supabase'),
    ...s3.environment,
  };
  await printKeys('keys.env');
  await printKeys('other.env');
});
afterAll(() => stack.disposeAsync());

test('servers with printed keys and no data folder serve each other’s sessions and photos, and leave nothing on disk', async () => {
  const [first, second] = [await serve('keys.env'), await serve('keys.env')];
  const password = 'cordillera nevada 7';
  const email = `${randomUUID()}@example.com`;
  const admin = run('tools/admin.ts', 'keys.env', [email, '--password', password]);
  expect(await ended(admin), admin.output()).toBe(0);
  const { SUPABASE_PUBLISHABLE_KEY: key = '' } = parseEnv(await readFile(join(folder, 'keys.env'), 'utf8'));
  const client = createClient(first.url, key, { auth: { persistSession: false } });
  const { data } = await client.auth.signInWithPassword({ email, password });
  const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
  expect((await fetch(`${second.url}/auth/v1/user`, { headers })).status).toBe(200);
  const photo = `profile-photos/${data.user?.id}-1.jpg`;
  const { error } = await client.storage
    .from('imagenes')
    .upload(photo, await picture(), { contentType: 'image/jpeg' });
  expect(error).toBeNull();
  expect((await fetch(`${second.url}/storage/v1/object/public/imagenes/${photo}`)).status).toBe(200);
  expect(first.server.output()).toContain(
    'mails cannot be sent: there is neither SMTP_HOST nor a data folder',
  );
  await client.auth.resetPasswordForEmail(email);
  await expect.poll(() => first.server.output()).toContain('could not send a mail');
  expect(first.server.output()).toContain('the server makes no backups by itself');

  const stranger = run('server/main.ts', 'other.env', [], { PORT: '0' });
  expect(await ended(stranger)).toBe(1);
  expect(stranger.output()).toContain(
    'Give every process the same SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_SIGNING_KEYS (npm run secrets',
  );
  for (const { server } of [first, second]) {
    server.process.kill('SIGTERM');
    expect(await ended(server)).toBe(0);
  }
  expect((await readdir(folder)).toSorted()).toEqual(['keys.env', 'other.env']);
}, 60_000);

test('workers need no data folder, either', async () => {
  const { server, url } = await serve('keys.env', { WORKERS: '2' });
  expect((await fetch(`${url}/health`)).status).toBe(200);
  server.process.kill('SIGTERM');
  expect(await ended(server)).toBe(0);
}, 60_000);

test('two servers with data folders of their own would generate different keys: the second is refused', async () => {
  await writeFile(join(folder, 'none.env'), '');
  await serve('none.env', { DATA_DIR: join(folder, 'one') });
  const second = run('server/main.ts', 'none.env', [], { DATA_DIR: join(folder, 'two'), PORT: '0' });
  expect(await ended(second)).toBe(1);
  expect(second.output()).toContain('Another server process on this database has other keys.');
});
