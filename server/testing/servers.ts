import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach } from 'vitest';
import { findRunningPostgres } from '../../backend/db/embedded.ts';
import { ended, freePort, runProgram, untilSaid, type Program } from '../../backend/testing/processes.ts';

/** Real servers of the product, which a test starts and ends on a folder and a port of its own. */
export interface OwnServers {
  readonly dataDir: string;
  readonly port: number;
  /** Starts a server, ready or not. */
  launch(environment?: Readonly<Record<string, string>>): Program;
  /** Starts a server and waits until it is ready. */
  started(environment?: Readonly<Record<string, string>>): Promise<Program>;
  /** Starts a command of `tools/` on the data folder. */
  command(script: string, ...args: readonly string[]): Program;
  end(server: Program, signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  query<Row extends object>(sql: string): Promise<Row[]>;
  /** The tours, which the seed writes, as anybody reads them. */
  tours(): Promise<Response>;
}

/** Runs a statement as the owner of the built-in database of a data folder. */
export async function queryOwn<Row extends object>(dataDir: string, sql: string): Promise<Row[]> {
  const client = new pg.Client(await findRunningPostgres(dataDir));
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

type Hook = (work: () => Promise<void>) => void;

/**
 * Makes a folder before each test, and ends what the test has started after it. With `beforeAll` and `afterAll` the tests
 * of a group share folder and servers.
 */
export function createServers(before: Hook = beforeEach, after: Hook = afterEach): OwnServers {
  let dataDir = '';
  let port = 0;
  const running: Program[] = [];
  const run = (args: readonly string[], environment: Readonly<Record<string, string>>): Program => {
    const program = runProgram(process.execPath, args, { DATA_DIR: dataDir, ...environment });
    running.push(program);
    return program;
  };
  const launch: OwnServers['launch'] = (environment) =>
    run(['server/main.ts'], { PORT: String(port), LOG_LEVEL: 'warn', ...environment });

  before(async () => {
    // Only the owner can enter this folder: as root, the database's account has to work all the same.
    dataDir = await mkdtemp(join(tmpdir(), 'transfer-server-'));
    port = await freePort();
  });
  after(async () => {
    for (const { process: child } of running.splice(0)) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  });

  return {
    get dataDir() {
      return dataDir;
    },
    get port() {
      return port;
    },
    launch,
    async started(environment) {
      const server = launch(environment);
      await untilSaid(server, 'is ready');
      return server;
    },
    command: (script, ...args) => run([join('tools', script), ...args], {}),
    async end(server, signal) {
      server.process.kill(signal);
      await ended(server);
    },
    query: (sql) => queryOwn(dataDir, sql),
    async tours() {
      const { publishableKey: apikey } = JSON.parse(
        await readFile(join(dataDir, 'secrets.json'), 'utf8'),
      ) as { publishableKey: string };
      const path = '/rest/v1/time_based_routes?select=name';
      return fetch(`http://127.0.0.1:${port}${path}`, { headers: { apikey } });
    },
  };
}
