import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ended, freePort, runProgram } from '../../backend/testing/processes.ts';
import {
  startManagedPostgres,
  startServerProcess,
  type ManagedPostgres,
} from '../../backend/testing/servers.ts';

/** Debian's PgBouncer (`apt-get install pgbouncer`) in front of a PostgreSQL. */
let postgres: ManagedPostgres;
let folder = '';
const poolers: ChildProcess[] = [];

beforeAll(async () => {
  postgres = await startManagedPostgres();
  folder = await mkdtemp(join(tmpdir(), 'transfer-pgbouncer-'));
}, 60_000);

afterAll(async () => {
  for (const pooler of poolers) {
    pooler.kill('SIGKILL');
    if (pooler.exitCode === null && pooler.signalCode === null) await once(pooler, 'exit');
  }
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Starts PgBouncer as the account that may enter the socket's folder; gives its `DATABASE_URL`. */
async function startPooler(mode: 'session' | 'transaction'): Promise<string> {
  const host = new URLSearchParams(postgres.url.split('?')[1]).get('host') ?? '';
  const { uid, gid } = await stat(host);
  const port = await freePort();
  const [settings, users] = [join(folder, `${mode}.ini`), join(folder, 'users.txt')];
  await writeFile(users, `"${postgres.account}" ""\n`);
  await writeFile(
    settings,
    `[databases]
product = host=${host} port=5432 dbname=product
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 40
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
  return `postgres://${postgres.account}@127.0.0.1:${port}/product`;
}

test('PgBouncer in transaction mode is refused at the start in one sentence', async () => {
  const environment = { DATABASE_URL: await startPooler('transaction'), DATA_DIR: join(folder, 'data') };
  const server = runProgram(process.execPath, ['server/main.ts'], { ...environment, PORT: '0' });
  expect(await ended(server)).toBe(1);
  expect(server.output().trim()).toBe(
    'DATABASE_URL leads to a connection pooler in transaction mode, which breaks sign-out and live updates. Use the direct address of the database, or the pooler in session mode.',
  );
  expect(await postgres.administrate(`select to_regnamespace('auth') as auth`)).toEqual([{ auth: null }]);
});

test('with PgBouncer in session mode the server works as with PostgreSQL itself, sign-out included', async () => {
  const environment = { DATABASE_URL: await startPooler('session'), DATA_DIR: join(folder, 'data') };
  await using server = await startServerProcess({
    ...environment,
    LOG_LEVEL: 'warn',
    REQUESTS_PER_SECOND: '0',
  });
  const secrets = await readFile(join(environment.DATA_DIR, 'secrets.json'), 'utf8');
  const { publishableKey: key } = JSON.parse(secrets) as { publishableKey: string };
  const client = server.client(key);
  const { data } = await client.auth.signUp({ email: 'ana@example.com', password: 'cordillera nevada 7' });
  const headers = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
  const read = async () => (await fetch(`${server.url}/rest/v1/drivers?select=id`, { headers })).status;
  for (let round = 0; round < 8; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 24 }, read));
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
  expect((await client.auth.signOut()).error).toBeNull();
  expect(await read()).toBe(401);
  expect(await server.stop()).toBe(0);
  expect(server.program.output()).not.toContain('"level":"error"');
}, 60_000);
