import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { Agent, request as startRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePid, ended, isAlive, type Program } from '../../../backend/testing/processes.ts';
import { createServers } from '../../../server/testing/servers.ts';

const servers = createServers(beforeAll, afterAll);
const metricsToken = 'metrics-of-the-workers';
let server: Program;
let [publishableKey, secretKey] = ['', ''];
const agents: Agent[] = [];

beforeAll(async () => {
  server = await servers.started({ WORKERS: '2', LOG_LEVEL: 'debug', METRICS_TOKEN: metricsToken });
  const secrets = await readFile(join(servers.dataDir, 'secrets.json'), 'utf8');
  ({ publishableKey, secretKey } = JSON.parse(secrets) as Record<'publishableKey' | 'secretKey', string>);
});
afterAll(() => agents.forEach((agent) => agent.destroy()));

/** The process that logged a request; undefined until its line is there. */
function loggedBy(requestId: string): number | undefined {
  const line = server
    .output()
    .split('\n')
    .find((each) => each.includes(requestId));
  return line?.endsWith('}') ? (JSON.parse(line) as { readonly pid: number }).pid : undefined;
}

/** A connection of its own to one of the workers. */
function connect() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agents.push(agent);
  async function send(
    path: string,
    { token, body, method = body ? 'POST' : 'GET' }: { token?: string; body?: object; method?: string } = {},
  ) {
    const headers = {
      apikey: publishableKey,
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const request = startRequest({ agent, port: servers.port, host: '127.0.0.1', path, method, headers });
    request.end(body && JSON.stringify(body));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const requestId = String(response.headers['x-request-id']);
    await text(response);
    return { status: response.statusCode, requestId };
  }
  return {
    send,
    /** The process that serves this connection. */
    async pid(): Promise<number> {
      const { requestId } = await send('/health/live');
      await expect.poll(() => loggedBy(requestId)).toBeDefined();
      return loggedBy(requestId) ?? 0;
    },
  };
}

type Connection = ReturnType<typeof connect>;

/** A connection to each worker, by process id. */
async function reachWorkers(): Promise<Map<number, Connection>> {
  const found = new Map<number, Connection>();
  for (let attempt = 0; attempt < 20 && found.size < 2; attempt += 1) {
    const connection = connect();
    found.set(await connection.pid(), connection);
  }
  return found;
}

test('two processes answer on one port, and neither is the one that was started', async () => {
  const pids = [...(await reachWorkers()).keys()];
  expect(pids).toHaveLength(2);
  expect(pids).not.toContain(server.process.pid);
  expect(server.output().split('is ready').length).toBe(2);
});

test('a session that one worker ends is over at the other', async () => {
  const address = `http://127.0.0.1:${servers.port}`;
  const client = createClient(address, publishableKey, { auth: { persistSession: false } });
  const { data } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'cordillera nevada 7',
  });
  const token = data.session!.access_token;
  const workers = [...(await reachWorkers()).values()];
  const statuses = async () =>
    Promise.all(workers.map(async ({ send }) => (await send('/rest/v1/drivers', { token })).status));
  expect(await statuses()).toEqual([200, 200]);
  await client.auth.signOut();
  await expect.poll(statuses).toEqual([401, 401]);
});

test('a subscriber at one worker hears what is written and sent through the other', async () => {
  const address = `http://127.0.0.1:${servers.port}`;
  await using resources = new AsyncDisposableStack();
  const client = createClient(address, publishableKey, { auth: { persistSession: false } });
  resources.defer(async () => void (await client.removeAllChannels()));
  const { data } = await client.auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'cordillera nevada 7',
  });
  expect(data.session).not.toBeNull();
  const row = { name: 'Diego Fuentes', license_plate: 'DFGH12', driver_code: randomUUID().slice(0, 8) };
  const driver = await client.from('drivers').insert(row).select('id').single<{ id: string }>();
  const filter = `id=eq.${driver.data?.id}`;
  const topic = randomUUID();
  const heard: unknown[] = [];
  let isListening = false;
  client
    .channel(topic)
    .on('postgres_changes', { event: 'UPDATE', schema: 'public', table: 'drivers', filter }, (change) =>
      heard.push((change.new as { readonly contact: unknown }).contact),
    )
    .on('broadcast', { event: 'note' }, ({ payload }) => heard.push(payload))
    .on('system', {}, ({ status }: { readonly status: string }) => (isListening = status === 'ok'))
    .subscribe();
  await expect.poll(() => isListening).toBe(true);
  // The websocket is at one of the two workers, so one write and one message cross over.
  const expected: unknown[] = [];
  for (const [pid, { send }] of await reachWorkers()) {
    const contact = `+569${String(pid).padStart(8, '0')}`;
    const changed = await send(`/rest/v1/drivers?${filter}`, {
      token: secretKey,
      body: { contact },
      method: 'PATCH',
    });
    expect(changed.status).toBe(204);
    const messages = [{ topic, event: 'note', payload: { pid } }];
    const sent = await send('/realtime/v1/api/broadcast', { token: secretKey, body: { messages } });
    expect(sent.status).toBe(202);
    expected.push(contact, { pid });
    // A change brings the row as it is when it is delivered: the next one must not come before.
    await expect.poll(() => heard).toEqual(expect.arrayContaining(expected));
  }
  expect(expected).toHaveLength(4);
});

test('workers count wrong passwords together: a limit at one holds at the other', async () => {
  const body = { email: `${randomUUID()}@example.com`, password: 'a wrong guess' };
  const workers = [...(await reachWorkers()).values()];
  const attempt = () =>
    Promise.all(
      workers.map(async ({ send }) => (await send('/auth/v1/token?grant_type=password', { body })).status),
    );
  let tried = 0;
  while ((await attempt()).includes(400)) tried += workers.length;
  expect(tried).toBeGreaterThan(0);
  expect(tried).toBeLessThanOrEqual(32);
  expect(await attempt()).toEqual([429, 429]);
});

test('the metrics are those of all workers', async () => {
  const read = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const response = await fetch(`http://127.0.0.1:${servers.port}/metrics`, { headers });
    const line = /^http_request_duration_seconds_count\{service="functions",.*\} (\d+)$/m;
    return Number(line.exec(await response.text())?.[1] ?? 0);
  };
  const before = await read();
  for (const { send } of (await reachWorkers()).values()) await send('/functions/v1/none');
  // A worker counts a request when its response has gone.
  await expect.poll(read).toBe(before + 2);
});

test('a worker that is killed under requests is replaced, and the other goes on', async () => {
  const [victim] = (await reachWorkers()).keys();
  const done = new AbortController();
  let [served, failed] = [0, 0];
  const load = Array.from({ length: 2 }, async () => {
    while (!done.signal.aborted) {
      const response = await fetch(`http://127.0.0.1:${servers.port}/health`, {
        headers: { connection: 'close' },
      }).catch(() => undefined);
      if (response?.status === 200) served += 1;
      else failed += 1;
    }
  });
  process.kill(victim!, 'SIGKILL');
  // Until its end is noticed, which takes longer on a busy machine, connections are still handed to it.
  await expect.poll(() => /worker \d ended unexpectedly/.test(server.output())).toBe(true);
  failed = 0;
  await expect.poll(() => /worker \d runs again/.test(server.output()), { timeout: 20_000 }).toBe(true);
  done.abort();
  await Promise.all(load);
  expect(failed).toBeLessThanOrEqual(load.length + 1);
  expect(served).toBeGreaterThan(load.length);
  const pids = [...(await reachWorkers()).keys()];
  expect(pids).toHaveLength(2);
  expect(pids).not.toContain(victim);
}, 60_000);

test('the end of the first process ends all of them, and the database', async () => {
  const pids = [...(await reachWorkers()).keys(), await databasePid(servers.dataDir)];
  await servers.end(server, 'SIGTERM');
  expect(server.process.exitCode).toBe(0);
  expect(pids.filter(isAlive)).toEqual([]);
  expect(server.output()).not.toMatch(/"level":"(error|fatal)"/);
});

test('kill -9 of the first process ends its workers; the next start takes over', async () => {
  server = await servers.started({ WORKERS: '2', LOG_LEVEL: 'debug' });
  const workers = [...(await reachWorkers()).keys()];
  server.process.kill('SIGKILL');
  await ended(server);
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
  const left = await databasePid(servers.dataDir);
  server = await servers.started({ WORKERS: '2', LOG_LEVEL: 'debug', DRAIN_SECONDS: '600' });
  expect(isAlive(left)).toBe(false);
  expect((await servers.tours()).status).toBe(200);
}, 60_000);

test('a signal makes all workers not ready while they serve on, and a second one ends the waiting', async () => {
  const workers = [...(await reachWorkers()).values()];
  server.process.kill('SIGTERM');
  const statuses = async (path: string) =>
    Promise.all(workers.map(async ({ send }) => (await send(path)).status));
  await expect.poll(() => statuses('/health/ready')).toEqual([503, 503]);
  expect(await statuses('/health/live')).toEqual([200, 200]);
  // Signals within a second are one.
  const insist = async (): Promise<number | null> => {
    const serves = await fetch(`http://127.0.0.1:${servers.port}/health/live`).catch(() => undefined);
    if (serves?.ok) server.process.kill('SIGTERM');
    return server.process.exitCode;
  };
  await expect.poll(insist, { interval: 500 }).toBe(0);
}, 60_000);

test('a worker that cannot start says why, once, and the first process ends', async () => {
  const failed = servers.launch({ WORKERS: '2', DATABASE_URL: 'postgres://me@nohost.invalid/mine' });
  expect(await ended(failed)).toBe(1);
  expect(failed.output().trim().split('\n')).toEqual([
    'DATABASE_URL cannot be used: the host “nohost.invalid” is not known. Check its name.',
    'The first worker process did not start (exit code 1).',
  ]);
});
