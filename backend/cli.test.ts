import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthClient } from '@supabase/auth-js';
import { PostgrestClient } from '@supabase/postgrest-js';
import { StorageClient } from '@supabase/storage-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, freePort, runProgram, untilSaid, type Program } from './testing/processes.ts';

const cli = join(import.meta.dirname, 'cli.ts');
const project = join(import.meta.dirname, 'wire/foreign');

const stack = new AsyncDisposableStack();
let url = '';
let key = '';

function run(...args: string[]): Program {
  return runProgram(process.execPath, [cli, ...args], { LOG_LEVEL: 'error' });
}

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'backend-cli-'));
  stack.defer(() => rm(data, { recursive: true, force: true }));
  const port = await freePort();
  const server = run('serve', '--project', project, '--data', data, '--port', String(port));
  stack.defer(async () => {
    server.process.kill('SIGTERM');
    await ended(server);
  });
  await untilSaid(server, 'Secret key: sb_secret_');
  url = /API: (\S+)/.exec(server.output())?.[1] ?? '';
  key = /Publishable key: (\S+)/.exec(server.output())?.[1] ?? '';
});
afterAll(() => stack.disposeAsync());

/** A new account, and the official clients with its token. */
async function signUp(name: string) {
  const auth = new AuthClient({ url: `${url}/auth/v1`, headers: { apikey: key }, persistSession: false });
  const { data, error } = await auth.signUp({ email: `${name}@notebook.example`, password: 'paper and ink' });
  expect(error).toBeNull();
  const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
  return {
    id: data.user?.id ?? '',
    rest: new PostgrestClient(`${url}/rest/v1`, { headers }),
    storage: new StorageClient(`${url}/storage/v1`, headers),
  };
}

test('serves a foreign project by its folder alone: people sign up and see their own rows', async () => {
  const [carmen, david] = [await signUp('carmen'), await signUp('david')];
  expect((await carmen.rest.from('notes').insert({ title: 'Ink' })).error).toBeNull();
  expect((await carmen.rest.from('notes').select('title')).data).toEqual([{ title: 'Ink' }]);
  expect((await david.rest.from('notes').select('title')).data).toEqual([]);
});

test('keeps files by the policies of the project', async () => {
  const [emma, felix] = [await signUp('emma'), await signUp('felix')];
  const path = `${emma.id}/page.txt`;
  expect((await emma.storage.from('attachments').upload(path, 'bytes')).error).toBeNull();
  expect(await (await emma.storage.from('attachments').download(path)).data?.text()).toBe('bytes');
  expect((await felix.storage.from('attachments').download(path)).error).not.toBeNull();
});

test('runs the project’s functions', async () => {
  const headers = { apikey: key, 'x-share-token': 'open-sesame' };
  const response = await fetch(`${url}/functions/v1/shared-note`, { headers });
  expect([response.status, await response.json()]).toEqual([200, { title: 'Shopping list' }]);
});

test('serves no pages and no security contact of its own', async () => {
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/.well-known/security.txt`)).status).toBe(404);
});

test.each([
  ['without a project', ['serve'], 'Usage: node backend/cli.ts serve --project <folder>'],
  ['with an unknown option', ['serve', '--projekt', '.'], "Unknown option '--projekt'"],
  [
    'on a folder without a project',
    ['serve', '--project', join(import.meta.dirname, 'docs')],
    'holds no project',
  ],
])('%s prints what is wrong', async (_case, args, sentence) => {
  const program = run(...args);
  expect(await ended(program)).toBe(1);
  expect(program.output()).toContain(sentence);
});
