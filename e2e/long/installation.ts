import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { expect } from 'vitest';
import { findRunningPostgres } from '../../backend/db/embedded.ts';

const root = resolve(import.meta.dirname, '../..');

/** The product as an operator runs it: a process on a data folder, which tests kill and start again. */
export interface Installation extends AsyncDisposable {
  readonly dataDir: string;
  readonly address: string;
  /** Everything the processes have said. */
  output(): string;
  /** Starts the server; returns when it answers. */
  start(): Promise<void>;
  /** Sends a signal to the server and gives its exit code when it has ended. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Process ids of the server and of its database. */
  pids(): Promise<{ readonly server: number; readonly database: number }>;
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Names of the files that hold stored objects. */
  storedFiles(): Promise<string[]>;
  /** Makes these files two hours old: the sweep spares those of the last hour. */
  ageStoredFiles(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

/** All requests of a test come from one address: the limits that protect from that are out of the way. */
async function withoutRateLimits(folder: string): Promise<string> {
  const supabaseDir = join(folder, 'supabase');
  await cp(join(root, 'supabase'), supabaseDir, { recursive: true });
  const config = join(supabaseDir, 'config.toml');
  const limits = /^(sign_in_sign_ups|token_refresh)\s*=.*$/gm;
  await writeFile(config, (await readFile(config, 'utf8')).replace(limits, '$1 = 100000'));
  return supabaseDir;
}

/**
 * Prepares an installation; nothing runs yet.
 * @param dataDir an empty folder, or one that holds an installation; by default a new one
 * @param address that of an earlier installation, which this one takes over
 */
export async function createInstallation(
  environment: Readonly<Record<string, string>> = {},
  dataDir?: string,
  address = '',
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-long-'));
  const data = dataDir ?? join(folder, 'data');
  const supabaseDir = await withoutRateLimits(folder);
  const port = address === '' ? await freePort() : Number(new URL(address).port);
  const base = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = '';

  const objects = join(data, 'files', 'objects');

  async function start(): Promise<void> {
    const started = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: {
        ...process.env,
        DATA_DIR: data,
        SUPABASE_DIR: supabaseDir,
        PORT: String(port),
        LOG_LEVEL: 'warn',
        REVIEWS_PER_HOUR: '0',
        REQUESTS_PER_SECOND: '0',
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (text) => (output += String(text)));
    await expect
      .poll(
        () => {
          if (started.exitCode !== null) throw new Error(output);
          return fetch(`${base}/health`).then(
            (answer) => answer.status,
            () => 0,
          );
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe(200);
  }

  async function end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }

  return {
    dataDir: data,
    address: base,
    output: () => output,
    start,
    end,
    async pids() {
      const pidFile = await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8');
      return { server: child?.pid ?? 0, database: Number(pidFile.split('\n')[0]) };
    },
    async query<Row extends object>(sql: string) {
      const client = new pg.Client(await findRunningPostgres(data));
      await client.connect();
      try {
        return (await client.query<Row>(sql)).rows;
      } finally {
        await client.end();
      }
    },
    storedFiles: () => readdir(objects),
    async ageStoredFiles() {
      const then = new Date(Date.now() - 2 * 60 * 60_000);
      for (const name of await readdir(objects)) await utimes(join(objects, name), then, then);
    },
    async [Symbol.asyncDispose]() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
