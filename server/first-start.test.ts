import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRunningPostgres } from '../backend/db/embedded.ts';
import { ended, freePort, root, runProgram, untilSaid, type Program } from '../backend/testing/processes.ts';

let folder = '';
let dataDir = '';
let supabaseDir = '';
let port = 0;
const running: ChildProcess[] = [];

function launch(environment: Record<string, string> = {}): Program {
  const settings = { DATA_DIR: dataDir, SUPABASE_DIR: supabaseDir, PORT: String(port), LOG_LEVEL: 'warn' };
  const server = runProgram(process.execPath, ['server/main.ts'], { ...settings, ...environment });
  running.push(server.process);
  return server;
}

async function started(): Promise<Program> {
  const server = launch();
  await untilSaid(server, 'is ready');
  return server;
}

async function end(server: Program, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  server.process.kill(signal);
  await ended(server);
}

/** Runs a statement as the database's owner. */
async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client(await findRunningPostgres(dataDir));
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

async function tours(): Promise<unknown> {
  const { publishableKey: apikey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    publishableKey: string;
  };
  const tours = `http://127.0.0.1:${port}/rest/v1/time_based_routes?select=name`;
  return (await fetch(tours, { headers: { apikey } })).json();
}

/** Waits until the server executes a statement that sleeps. */
async function untilSleeping(): Promise<void> {
  const sleeping = `select from pg_stat_activity where wait_event = 'PgSleep'`;
  await expect
    .poll(async () => (await query(sleeping).catch(() => [])).length, { timeout: 20_000, interval: 20 })
    .toBe(1);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-first-'));
  dataDir = join(folder, 'data');
  supabaseDir = join(folder, 'supabase');
  await cp(join(root, 'supabase'), supabaseDir, { recursive: true });
  port = await freePort();
});

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  await rm(folder, { recursive: true, force: true });
});

test('a failed seed prints one sentence and runs at the next start, then never again', async () => {
  const path = join(supabaseDir, 'seed.sql');
  const seed = await readFile(path, 'utf8');
  await writeFile(path, `${seed}; select 1 / 0;`);
  const failed = launch();
  expect(await ended(failed)).toBe(1);
  expect(failed.output().trim()).toBe(
    `The seed ${path} failed: division by zero. None of its rows were kept. Correct the file; the next start runs it again.`,
  );
  await writeFile(path, seed);
  const server = await started();
  expect(await tours()).toHaveLength(2);
  await query('delete from public.time_based_routes');
  await end(server, 'SIGTERM');
  await started();
  expect(await tours()).toEqual([]);
}, 60_000);

test.each(['seed.sql', 'migrations/20991231000000_slow.sql'])(
  'kill -9 during %s: the next start completes the first one',
  async (name) => {
    const path = join(supabaseDir, name);
    const before = await readFile(path, 'utf8').catch(() => 'select 1;');
    await writeFile(path, `${before}; select pg_sleep(600);`);
    const server = launch();
    await untilSleeping();
    await end(server, 'SIGKILL');
    await writeFile(path, before);
    await started();
    expect(await tours()).toHaveLength(2);
    expect(await query('select path from supabase_migrations.seed_files')).toHaveLength(1);
  },
  60_000,
);

test('starts when another program has the database’s process id, as after a power cut', async () => {
  await end(await started(), 'SIGTERM');
  const other = runProgram(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {});
  running.push(other.process);
  const lines = [other.process.pid, join(dataDir, 'postgres'), 1, 5432, '/tmp', '', '0 0', 'ready', ''];
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), lines.join('\n'));
  await started();
  expect(await tours()).toHaveLength(2);
  expect(other.process.exitCode ?? other.process.signalCode).toBeNull();
}, 60_000);

test('removes folders of interrupted database creations', async () => {
  for (const name of ['postgres.new', 'postgres.new-1']) {
    await mkdir(join(dataDir, name, 'base'), { recursive: true });
    await writeFile(join(dataDir, name, 'PG_VERSION'), '18\n');
  }
  await started();
  expect((await readdir(dataDir)).filter((name) => name.startsWith('postgres'))).toEqual(['postgres']);
}, 60_000);

test('two servers that start at once agree on one whole set of secrets, and leave no copy', async () => {
  const script = `const { loadSecrets } = await import('./backend/config/secrets.ts');
    console.log((await loadSecrets(process.env.DATA_DIR)).secretKey);`;
  const both = [1, 2, 3].map(() =>
    runProgram(process.execPath, ['--input-type=module', '-e', script], { DATA_DIR: dataDir }),
  );
  for (const program of both) expect(await ended(program), program.output()).toBe(0);
  const kept = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as { secretKey: string };
  expect(new Set(both.map((program) => program.output().trim()))).toEqual(new Set([kept.secretKey]));
  expect(await readdir(dataDir)).toEqual(['secrets.json']);
}, 60_000);

test('a mistyped SUPABASE_DIR prints one sentence, and nothing is made', async () => {
  const mistyped = join(folder, 'supabse');
  const server = launch({ SUPABASE_DIR: mistyped });
  expect(await ended(server)).toBe(1);
  expect(server.output().trim()).toBe(
    `SUPABASE_DIR is “${mistyped}”, which holds no project: neither config.toml nor migrations. Set it to the project's supabase folder.`,
  );
  await expect(stat(dataDir)).rejects.toThrow('ENOENT');
});

test('notices a port in use before it makes a database', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const server = launch();
  expect(await ended(server)).toBe(1);
  other.close();
  expect(server.output().trim()).toBe(`Port ${port} on 127.0.0.1 is in use. Set PORT to another one.`);
  expect(await readdir(dataDir)).not.toContain('postgres');
});
