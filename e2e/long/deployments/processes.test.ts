import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture } from '../../../backend/testing/storage.ts';
import { readMessages } from '../../../backend/testing/message.ts';
import { ended, runProgram, type Program } from '../../../backend/testing/processes.ts';
import {
  startManagedPostgres,
  startServerProcess,
  type ManagedPostgres,
  type ServerProcess,
} from '../../../backend/testing/servers.ts';

/** Three servers on one managed database, with one data folder. */
let postgres: ManagedPostgres;
let dataDir = '';
let environment: Record<string, string> = {};
let keys: { readonly publishableKey: string; readonly secretKey: string };
let servers: [ServerProcess, ServerProcess, ServerProcess];
const programs: Program[] = [];

async function start(): Promise<ServerProcess> {
  const server = await startServerProcess(environment);
  programs.push(server.program);
  return server;
}

beforeAll(async () => {
  postgres = await startManagedPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'transfer-shared-'));
  environment = {
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'info',
  };
  const [first, second, third, ...others] = await Promise.all([start(), start(), start(), start(), start()]);
  await Promise.all(others.map((server) => server.stop()));
  servers = [first, second, third];
  keys = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as typeof keys;
}, 120_000);

afterAll(async () => {
  for (const { process } of programs) process.kill('SIGKILL');
  await Promise.all(programs.map(ended));
  await postgres[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const password = 'cordillera nevada 7';
const newEmail = (): string => `${randomUUID()}@example.com`;

async function signUp(server: ServerProcess): Promise<{ client: SupabaseClient; token: string; id: string }> {
  const client = server.client(keys.publishableKey);
  const { data, error } = await client.auth.signUp({ email: newEmail(), password });
  if (!data.session) throw error ?? new Error('no session');
  return { client, token: data.session.access_token, id: data.session.user.id };
}

async function statusOf(server: ServerProcess, path: string, token: string): Promise<number> {
  const headers = { apikey: keys.publishableKey, authorization: `Bearer ${token}` };
  return (await fetch(server.url + path, { headers })).status;
}

test('five servers that start at once on an empty database run each migration and the seed once', async () => {
  const files = async (folder: string) =>
    (await readdir(folder)).filter((name) => name.endsWith('.sql')).map((name) => name.split('_')[0]);
  for (const [schema, folder] of [
    ['platform', 'backend/db/platform'],
    ['supabase_migrations', 'supabase/migrations'],
  ] as const) {
    const applied = await postgres.administrate<{ version: string }>(
      `select version from ${schema}.schema_migrations order by version`,
    );
    expect(applied.map(({ version }) => version)).toEqual((await files(folder)).toSorted());
  }
  expect(await postgres.administrate('select from public.time_based_routes')).toHaveLength(2);
  expect(await postgres.administrate('select from auth.root_secrets')).toHaveLength(1);
});

test('every server serves a photo uploaded on one, and none once it has heard of its deletion', async () => {
  const { client, id } = await signUp(servers[0]);
  const name = `profile-photos/${id}-1.jpg`;
  const { error } = await client.storage
    .from('imagenes')
    .upload(name, await picture(), { contentType: 'image/jpeg' });
  expect(error).toBeNull();
  const read = async ({ url }: ServerProcess) => {
    const response = await fetch(`${url}/storage/v1/object/public/imagenes/${name}`);
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()).toString('base64') };
  };
  const [first, ...others] = await Promise.all(servers.map(read));
  expect(first?.status).toBe(200);
  expect(others).toEqual([first, first]);
  await servers[2].client(keys.secretKey).storage.from('imagenes').remove([name]);
  // The other servers hear of it by a notification, which may come after the answer to whoever deleted it.
  await expect
    .poll(async () => (await Promise.all(servers.map(read))).map(({ status }) => status), { timeout: 2_000 })
    .toEqual([400, 400, 400]);
});

test('a session of one server is valid on all, until one of them ends it', async () => {
  const { token } = await signUp(servers[0]);
  for (const server of servers) expect(await statusOf(server, '/auth/v1/user', token)).toBe(200);
  const response = await fetch(`${servers[1].url}/auth/v1/logout`, {
    method: 'POST',
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(204);
  for (const server of servers) {
    await expect.poll(() => statusOf(server, '/rest/v1/drivers', token)).toBe(401);
    expect(await statusOf(server, '/auth/v1/user', token)).toBe(403);
  }
});

test('a change and a broadcast by one server reach a client of another', async () => {
  const heard: string[] = [];
  const listener = servers[1].client(keys.publishableKey);
  const channel = listener
    .channel('across')
    .on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'time_based_routes' }, (change) =>
      heard.push(String(change.new['name'])),
    )
    .on('broadcast', { event: 'position' }, ({ payload }) => heard.push(String(payload['at'])));
  await new Promise<void>((resolve, reject) => {
    // The server delivers changes once it says so, after the channel was joined.
    channel.on('system', {}, ({ status }) => (status === 'ok' ? resolve() : reject(new Error(status))));
    channel.subscribe((status, error) => {
      if (status !== 'SUBSCRIBED' && status !== 'CLOSED') reject(error ?? new Error(status));
    });
  });
  const sender = servers[0].client(keys.secretKey);
  expect(
    (await sender.from('time_based_routes').insert({ name: 'Valle', duration: '2 h' })).error,
  ).toBeNull();
  await expect.poll(() => heard).toEqual(['Valle']);
  await sender.channel('across').httpSend('position', { at: 'Pudahuel' });
  await expect.poll(() => heard).toEqual(['Valle', 'Pudahuel']);
  await listener.removeAllChannels();
});

test('servers count failed passwords together: a limit on one holds on all', async () => {
  const email = newEmail();
  const attempt = async (server: ServerProcess): Promise<number> => {
    const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: {
        apikey: keys.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.7',
      },
      body: JSON.stringify({ email, password: 'a wrong guess' }),
    });
    return response.status;
  };
  let tried = 0;
  while ((await attempt(servers[tried % 2 === 0 ? 0 : 1])) === 400) tried += 1;
  expect(tried).toBeGreaterThan(0);
  expect(tried).toBeLessThanOrEqual(30);
  expect(await Promise.all(servers.map(attempt))).toEqual([429, 429, 429]);
});

/** Sends requests to `auth/v1`, one to each of the first two servers at the same moment. */
function askBoth(path: string, body: object, from = '203.0.113.9'): Promise<Response[]> {
  const headers = {
    apikey: keys.publishableKey,
    'content-type': 'application/json',
    'x-forwarded-for': from,
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return Promise.all(servers.slice(0, 2).map(({ url }) => fetch(`${url}/auth/v1${path}`, init)));
}

const statuses = (responses: readonly Response[]) => responses.map(({ status }) => status).toSorted();

test('a mail that two servers are asked for at the same moment is sent once, and its code signs in once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const email = newEmail();
    const { data } = await servers[2]
      .client(keys.secretKey)
      .auth.admin.createUser({ email, password, email_confirm: true });
    expect(data.user).not.toBeNull();
    expect(statuses(await askBoth('/recover', { email }, `198.51.100.${round}`))).toEqual([200, 429]);
    const sent = () => readMessages(join(dataDir, 'outbox'), email);
    await expect.poll(sent).toHaveLength(1);
    const token = (await sent())[0]!.code;
    const verified = await askBoth('/verify', { type: 'recovery', email, token }, `198.51.100.${round}`);
    expect(statuses(verified)).toEqual([200, 403]);
    expect(await sent()).toHaveLength(1);
  }
});

test('wrong codes on two servers count together', async () => {
  const email = newEmail();
  const seen: number[] = [];
  while (!seen.includes(429) && seen.length < 60)
    seen.push(
      ...statuses(await askBoth('/verify', { type: 'recovery', email, token: '000000' }, '203.0.113.77')),
    );
  const wrong = seen.filter((status) => status === 403).length;
  expect(wrong).toBe(10);
});

interface Administrator {
  readonly id: string;
  readonly email: string;
}

async function makeAdministrator(): Promise<Administrator> {
  const email = newEmail();
  const { data, error } = await servers[0].client(keys.secretKey).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    app_metadata: { role: 'admin' },
  });
  if (!data.user) throw error;
  return { id: data.user.id, email };
}

async function takeAway(server: ServerProcess, own: string, other: Administrator, method: string) {
  const response = await fetch(`${server.url}/functions/v1/admin-users/${other.id}`, {
    method,
    headers: { apikey: keys.publishableKey, authorization: `Bearer ${own}` },
    ...(method === 'PATCH' && { body: JSON.stringify({ role: 'driver' }) }),
  });
  const text = await response.text();
  return { status: response.status, code: text === '' ? '' : (JSON.parse(text) as { code: string }).code };
}

async function tokenOf({ email }: Administrator): Promise<string> {
  const { data, error } = await servers[2]
    .client(keys.publishableKey)
    .auth.signInWithPassword({ email, password });
  if (!data.session) throw error ?? new Error('no session');
  return data.session.access_token;
}

test.each([
  ['demote', 'PATCH'],
  ['delete', 'DELETE'],
])(
  'two administrators who %s each other on two servers leave one',
  async (_what, method) => {
    const countAdministrators = () =>
      postgres.administrate(`select from auth.users where raw_app_meta_data ->> 'role' = 'admin'`);
    const refusals = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const [first, second] = [await makeAdministrator(), await makeAdministrator()];
      // Removes an administrator left by the previous round.
      await postgres.administrate(
        `delete from auth.users where raw_app_meta_data ->> 'role' = 'admin' and id not in ('${first.id}', '${second.id}')`,
      );
      const [one, other] = [await tokenOf(first), await tokenOf(second)];
      const answers = await Promise.all([
        takeAway(servers[0], one, second, method),
        takeAway(servers[1], other, first, method),
      ]);
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
      for (const { status, code } of answers) if (status >= 300) refusals.add(`${status} ${code}`);
      expect(await countAdministrators()).toHaveLength(1);
    }
    for (const refusal of refusals)
      expect(['409 last_admin', '403 not_admin', '401 no_authorization']).toContain(refusal);
  },
  60_000,
);

test('fifty times two servers are asked at once to demote one of two administrators: one stays', async () => {
  const pair = [await makeAdministrator(), await makeAdministrator()] as const;
  const ids = pair.map(({ id }) => `'${id}'`).join(', ');
  await postgres.administrate(
    `delete from auth.users where raw_app_meta_data ->> 'role' = 'admin' and id not in (${ids})`,
  );
  const demote = async ({ url }: ServerProcess, { id }: Administrator): Promise<number> => {
    const headers = { apikey: keys.secretKey, 'content-type': 'application/json' };
    const body = JSON.stringify({ app_metadata: { role: null } });
    const response = await fetch(`${url}/auth/v1/admin/users/${id}`, { method: 'PUT', headers, body });
    await response.body?.cancel();
    return response.status;
  };
  const isAdministrator = `raw_app_meta_data ->> 'role' = 'admin'`;
  const administrators = `select from auth.users where ${isAdministrator}`;
  for (let demoted = 0; demoted < 50; demoted += 1) {
    const outcomes = await Promise.all([demote(servers[0], pair[0]), demote(servers[1], pair[1])]);
    expect(outcomes.toSorted()).toEqual([200, 409]);
    expect(await postgres.administrate(administrators)).toHaveLength(1);
    await postgres.administrate(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "admin"}'
       where not ${isAdministrator} is true and id in (${ids})`,
    );
  }
}, 60_000);

function command(script: string, ...args: string[]): Program {
  const program = runProgram(process.execPath, [join('tools', script), ...args], environment);
  programs.push(program);
  return program;
}

test('the commands work beside the servers, but a restore needs the folder to itself', async () => {
  const email = newEmail();
  const admin = command('admin.ts', email, '--password', password);
  expect(await ended(admin), admin.output()).toBe(0);
  expect(admin.output()).toBe(`Created the administrator ${email}.\n`);
  const { data } = await servers[1].client(keys.publishableKey).auth.signInWithPassword({ email, password });
  expect(data.user?.app_metadata['role']).toBe('admin');
  const archive = join(dataDir, 'today.tar.gz');
  const backup = command('backup.ts', archive);
  expect(await ended(backup), backup.output()).toBe(0);
  const sql = command('sql.ts', 'select count(*) from auth.users');
  expect(await ended(sql), sql.output()).toBe(0);
  expect(sql.output()).toMatch(/^\{"count":"\d+"\}\n$/);
  const restore = command('restore.ts', archive);
  expect(await ended(restore)).toBe(1);
  expect(restore.output()).toContain('is in use by one or more servers with DATABASE_URL');
}, 60_000);

test('servers stop without an error in their logs; at the next start one removes files that a crash left', async () => {
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0, 0]);
  const folder = join(dataDir, 'files', 'objects');
  const [orphan, pending] = [randomUUID(), randomUUID()];
  for (const name of [orphan, pending]) await writeFile(join(folder, name), 'bytes');
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(join(folder, orphan), twoHoursAgo, twoHoursAgo);
  const before = programs.length;
  servers = await Promise.all([start(), start(), start()]);
  await expect.poll(() => readdir(folder)).not.toContain(orphan);
  expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0, 0]);
  expect(await readdir(folder)).toContain(pending);
  const swept = programs.slice(before).map((program) => program.output().split('"removed":1').length - 1);
  expect(swept.toSorted()).toEqual([0, 0, 1]);
  for (const program of programs) expect(program.output()).not.toMatch(/"level":"(error|fatal)"/);
}, 60_000);
