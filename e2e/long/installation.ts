import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { freePort } from '../../backend/testing/processes.ts';
import { queryOwn } from '../../server/testing/servers.ts';

const root = resolve(import.meta.dirname, '../..');

/** The product as an operator runs it: a process on a data folder, which tests kill and start again. */
export interface Installation extends AsyncDisposable {
  readonly dataDir: string;
  readonly address: string;
  /** Everything the processes wrote. */
  output(): string;
  /** Starts the server; resolves once it responds. */
  start(): Promise<void>;
  /** Sends a signal to the server; resolves with its exit code. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Process ids of the server and of its database. */
  pids(): Promise<{ readonly server: number; readonly database: number }>;
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** Names of the files that hold stored objects. */
  storedFiles(): Promise<string[]>;
  /** Makes these files two hours old: the sweep spares those of the last hour. */
  ageStoredFiles(): Promise<void>;
}

/** A copy of the project without limits per network: all requests of a test come from one address. */
export async function withoutRateLimits(folder: string): Promise<string> {
  const supabaseDir = join(folder, 'supabase');
  await cp(join(root, 'supabase'), supabaseDir, { recursive: true });
  const config = join(supabaseDir, 'config.toml');
  const limits = /^(sign_in_sign_ups|token_refresh)\s*=.*$/gm;
  await writeFile(config, (await readFile(config, 'utf8')).replace(limits, '$1 = 100000'));
  return supabaseDir;
}

/** Resolves once the server responds to `/health`; rejects with its output when it has exited. */
async function untilHealthy(address: string, child: ChildProcess, output: () => string): Promise<void> {
  const hasSettled = async (): Promise<boolean> => {
    if (child.exitCode !== null) return true;
    return fetch(`${address}/health`).then(
      ({ status }) => status === 200,
      () => false,
    );
  };
  await expect.poll(hasSettled, { timeout: 60_000, interval: 50 }).toBe(true);
  if (child.exitCode !== null) throw new Error(output());
}

/** One server process after the other, with what all of them wrote. */
class ServerProcess {
  output = '';
  readonly #address: string;
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | undefined;

  constructor(address: string, environment: Readonly<Record<string, string>>) {
    this.#address = address;
    this.#environment = environment;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: root,
      env: { ...process.env, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text) => (this.output += String(text)));
    await untilHealthy(this.#address, child, () => this.output);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }
}

/** Makes the files of a folder two hours old. */
async function ageFiles(folder: string): Promise<void> {
  const then = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then);
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
  const port = address === '' ? await freePort() : Number(new URL(address).port);
  const base = `http://127.0.0.1:${port}`;
  const objects = join(data, 'files', 'objects');
  const server = new ServerProcess(base, {
    DATA_DIR: data,
    SUPABASE_DIR: await withoutRateLimits(folder),
    PORT: String(port),
    LOG_LEVEL: 'warn',
    REVIEWS_PER_HOUR: '0',
    REQUESTS_PER_SECOND: '0',
    ...environment,
  });
  return {
    dataDir: data,
    address: base,
    output: () => server.output,
    start: () => server.start(),
    end: (signal) => server.end(signal),
    async pids() {
      const pidFile = await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8');
      return { server: server.pid, database: Number(pidFile.split('\n')[0]) };
    },
    query: (sql) => queryOwn(data, sql),
    storedFiles: () => readdir(objects),
    ageStoredFiles: () => ageFiles(objects),
    async [Symbol.asyncDispose]() {
      await server.end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
