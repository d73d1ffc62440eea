import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { ended, freePort, runProgram, untilSaid, type Program } from './processes.ts';

/** A PostgreSQL of the test's own, as a provider offers it: `account` owns the database and may create roles. */
export interface ManagedPostgres extends AsyncDisposable {
  readonly url: string;
  readonly account: string;
  /** The folder of its data. */
  readonly folder: string;
  /** Runs SQL as the superuser of the provider, in the database unless another one is named. */
  administrate<Row extends object>(sql: string, database?: string): Promise<Row[]>;
}

/**
 * @param password of the account; without one PostgreSQL trusts every account
 * @param tcpPort where it listens on 127.0.0.1, too
 */
export async function startManagedPostgres(password?: string, tcpPort?: number): Promise<ManagedPostgres> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-managed-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const settings = tcpPort === undefined ? [] : ['listen_addresses=127.0.0.1', `port=${tcpPort}`];
  const started = stack.use(await startEmbeddedPostgres(folder, () => {}, { settings }));
  const connection = { ...started.connection, ...(tcpPort !== undefined && { port: tcpPort }) };
  const account = 'manager';
  async function administrate<Row extends object>(sql: string, database = 'product'): Promise<Row[]> {
    const client = new pg.Client({ ...connection, database });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }
  await administrate(`create role ${account} login createrole`, 'postgres');
  await administrate(`create database product owner ${account}`, 'postgres');
  if (password !== undefined)
    await administrate(`alter role ${account} password '${password}';
      do $$ begin
        execute format('copy (values (''local all postgres trust''), (''local all all scram-sha-256'')) to %L',
          current_setting('hba_file'));
      end $$;
      select pg_reload_conf()`);
  const port = tcpPort === undefined ? '' : `&port=${tcpPort}`;
  const secret = password === undefined ? '' : `:${password}`;
  const resources = stack.move();
  return {
    url: `postgres://${account}${secret}@/product?host=${String(connection.host)}${port}`,
    account,
    folder: join(folder, 'postgres'),
    administrate,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** A server in a process of its own. */
export interface ServerProcess extends AsyncDisposable {
  readonly program: Program;
  readonly url: string;
  client(key: string): SupabaseClient;
  /** Sends SIGTERM unless it has ended; gives the exit code. */
  stop(): Promise<number | null>;
}

/** Starts `server/main.ts`, and returns when it is ready. */
export async function startServerProcess(
  environment: Readonly<Record<string, string>>,
): Promise<ServerProcess> {
  const port = await freePort();
  const program = runProgram(process.execPath, ['server/main.ts'], { PORT: String(port), ...environment });
  await untilSaid(program, 'is ready');
  const url = `http://127.0.0.1:${port}`;
  const stop = (): Promise<number | null> => {
    program.process.kill('SIGTERM');
    return ended(program);
  };
  return {
    program,
    url,
    client: (key) => createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } }),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}
