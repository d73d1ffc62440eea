import { once } from 'node:events';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, freePort, runProgram } from '../../backend/testing/processes.ts';
import {
  startManagedPostgres,
  startServerProcess,
  type ManagedPostgres,
  type ServerProcess,
} from '../../backend/testing/servers.ts';
import { installPackages } from './debian.ts';

/** Debian's PgBouncer in front of a PostgreSQL. */
let postgres: ManagedPostgres;
let folder = '';
const password = 'cordillera-7';
const poolers: ChildProcess[] = [];
/** The connections of one account from PgBouncer, in transaction mode, to PostgreSQL. */
const connections = 4;

beforeAll(async () => {
  postgres = await startManagedPostgres(password);
  await postgres.administrate(`create role pooler login superuser password '${password}'`);
  folder = await mkdtemp(join(tmpdir(), 'transfer-pgbouncer-'));
}, 180_000);

afterAll(async () => {
  for (const pooler of poolers) {
    pooler.kill('SIGKILL');
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit');
  }
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

interface Pooled {
  readonly DATABASE_URL: string;
  /** Past the pooler. */
  readonly DATABASE_DIRECT_URL: string;
}

/**
 * Starts PgBouncer as the account that may enter the socket's folder, in front of a new database.
 * @param listed the password of authenticator in its file; otherwise it asks PostgreSQL for passwords
 */
async function startPooler(mode: 'session' | 'transaction', listed?: string): Promise<Pooled> {
  const database = `pooled_${poolers.length}`;
  await postgres.administrate(`create database ${database} owner ${postgres.account}`);
  const direct = postgres.url.replace('/product', `/${database}`);
  const host = new URLSearchParams(direct.split('?')[1]).get('host') ?? '';
  const { uid, gid } = await stat(host);
  const port = await freePort();
  const [settings, users] = [join(folder, `${database}.ini`), join(folder, `${database}.txt`)];
  const asking = listed === undefined ? 'auth_user = pooler\n' : '';
  const accounts = {
    pooler: password,
    [postgres.account]: password,
    ...(listed && { authenticator: listed }),
  };
  await writeFile(
    users,
    Object.entries(accounts)
      .map(([name, secret]) => `"${name}" "${secret}"\n`)
      .join(''),
  );
  await writeFile(
    settings,
    `[databases]
* = host=${host} port=5432
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
${asking}pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : connections}
`,
  );
  await chmod(folder, 0o755);
  for (const file of [settings, users]) await chown(file, uid, gid);
  const asOwner = process.getuid?.() === 0 ? { uid, gid } : {};
  const pooler = spawn('pgbouncer', [settings], { ...asOwner, stdio: ['ignore', 'ignore', 'pipe'] });
  poolers.push(pooler);
  await new Promise<void>((resolve, reject) => {
    let said = '';
    pooler.on('error', reject);
    pooler.on('exit', () => reject(new Error(said)));
    pooler.stderr.on('data', (data) => {
      said += String(data);
      if (said.includes('process up')) resolve();
    });
  });
  const url = `postgres://${postgres.account}:${password}@127.0.0.1:${port}/${database}`;
  return { DATABASE_URL: url, DATABASE_DIRECT_URL: direct };
}

/** The accounts that serve requests for a table of a database, each with the number of its connections to PostgreSQL. */
async function accountsOfRequests(url: string, table: string): Promise<ReadonlyMap<string, number>> {
  const rows = await postgres.administrate<{ usename: string; count: number }>(
    `with session as (select * from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database())
     select usename, count(*)::int from session
     group by 1 having bool_or(strpos(query, '"public"."${table}"') > 0)`,
    new URL(url).pathname.slice(1),
  );
  return new Map(rows.map(({ usename, count }) => [usename, count]));
}

test('PgBouncer in transaction mode alone is refused at the start in one sentence', async () => {
  const { DATABASE_URL } = await startPooler('transaction');
  const start = async (further: Readonly<Record<string, string>>): Promise<string> => {
    const environment = { DATABASE_URL, DATA_DIR: join(folder, 'data'), PORT: '0', ...further };
    const server = runProgram(process.execPath, ['server/main.ts'], environment);
    expect(await ended(server)).toBe(1);
    return server.output().trim();
  };
  expect(await start({})).toBe(
    'DATABASE_URL leads to a connection pooler in transaction mode, which delivers no notifications. Set DATABASE_DIRECT_URL to the direct address of the same database.',
  );
  expect(await start({ DATABASE_DIRECT_URL: DATABASE_URL })).toBe(
    'DATABASE_DIRECT_URL leads to a connection pooler in transaction mode. Set it to the direct address of the database.',
  );
  expect(await start({ DATABASE_DIRECT_URL: postgres.url })).toBe(
    'DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases.',
  );
  const database = new URL(DATABASE_URL).pathname.slice(1);
  expect(await postgres.administrate(`select to_regnamespace('auth') as auth`, database)).toEqual([
    { auth: null },
  ]);
});

/** With `listed`, PgBouncer and the servers are told the password of authenticator, which the operator has set. */
const ways = [
  { mode: 'session' },
  { mode: 'transaction' },
  { mode: 'transaction', listed: 'araucaria-9' },
] as const satisfies readonly { mode: 'session' | 'transaction'; listed?: string }[];

test.each<(typeof ways)[number] & { readonly listed?: string }>(ways)(
  'two servers over PgBouncer work as on PostgreSQL itself, sign-out included: %j',
  async ({ mode, listed }) => {
    const { DATABASE_URL, DATABASE_DIRECT_URL } = await startPooler(mode, listed);
    if (listed) await postgres.administrate(`alter role authenticator password '${listed}'`);
    const login = DATABASE_URL.replace(`${postgres.account}:${password}`, `authenticator:${listed}`);
    const environment = {
      DATABASE_URL,
      ...(mode === 'transaction' && { DATABASE_DIRECT_URL }),
      ...(listed && { DATABASE_AUTHENTICATOR_URL: login }),
      DATA_DIR: join(folder, `${mode}-${listed}`),
      LOG_LEVEL: 'warn',
      REQUESTS_PER_SECOND: '0',
    };
    await using first = await startServerProcess(environment);
    await using second = await startServerProcess(environment);
    const servers = [first, second];
    const secrets = await readFile(join(environment.DATA_DIR, 'secrets.json'), 'utf8');
    const { publishableKey: key } = JSON.parse(secrets) as { publishableKey: string };
    const client = first.client(key);
    const { data } = await client.auth.signUp({ email: 'ana@example.com', password: 'cordillera nevada 7' });
    const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
    const read = async ({ url }: ServerProcess) =>
      (await fetch(`${url}/rest/v1/drivers?select=id`, { headers })).status;
    for (let round = 0; round < 8; round += 1) {
      const statuses = await Promise.all(Array.from({ length: 24 }, () => servers.map(read)).flat());
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect([...(await accountsOfRequests(DATABASE_URL, 'drivers')).keys()]).toEqual(['authenticator']);
    expect((await client.auth.signOut()).error).toBeNull();
    for (const server of servers) await expect.poll(() => read(server)).toBe(401);
    for (const server of servers) {
      expect(await server.stop()).toBe(0);
      expect(server.program.output()).not.toMatch(/"level":"error"|as the owner/);
    }
  },
  60_000,
);

// Before the tests are collected, because its version decides how many there are: from 1.21 on, PgBouncer keeps track of the
// prepared statements of its clients.
installPackages('pgbouncer');
const version = /(\d+)\.(\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }));
const keepsStatements = Number(version?.[1]) > 1 || Number(version?.[2]) >= 21;

test.each(keepsStatements ? ['false', 'true'] : ['false'])(
  'the wire suite passes through PgBouncer in transaction mode, with DATABASE_PREPARED_STATEMENTS=%s',
  async (prepared) => {
    // The suite's project sets parameters of PostgREST at a role, which an account may not that merely owns its database.
    await postgres.administrate(`alter role ${postgres.account} superuser`);
    const { DATABASE_URL, DATABASE_DIRECT_URL } = await startPooler('transaction');
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', 'backend/wire'];
    const suite = runProgram(process.execPath, vitest, {
      WIRE_SERVER_DATABASE_URL: DATABASE_URL,
      WIRE_SERVER_DATABASE_DIRECT_URL: DATABASE_DIRECT_URL,
      WIRE_SERVER_DATABASE_PREPARED_STATEMENTS: prepared,
      // Many more than PgBouncer has connections to PostgreSQL.
      WIRE_SERVER_DATABASE_POOL_SIZE: '16',
      WIRE_SERVER_DATABASE_OWNER_POOL_SIZE: '8',
    });
    const accounts = new Map<string, number>();
    while (suite.process.exitCode === null) {
      for (const [account, count] of await accountsOfRequests(DATABASE_URL, 'walkers'))
        accounts.set(account, Math.max(count, accounts.get(account) ?? 0));
      await delay(100);
    }
    expect(await ended(suite), suite.output()).toBe(0);
    expect(suite.output()).toMatch(/Tests .* passed/);
    expect(suite.output()).not.toMatch(/failed/);
    expect([...accounts.keys()]).toEqual(['authenticator']);
    expect(accounts.get('authenticator')).toBeLessThanOrEqual(connections);
  },
);
