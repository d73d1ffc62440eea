import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBackup } from '../../../backend/backup/create.ts';
import { emptyInstallation, openInstallation } from '../../../backend/testing/backup.ts';
import { ended, runProgram, untilSaid } from '../../../backend/testing/processes.ts';
import { otherHost, startTlsPostgres, type TlsPostgres } from '../../../backend/testing/tls-postgres.ts';
import { createServers } from '../../../server/testing/servers.ts';

/*
 * The server and the commands beside it reach a database on another machine by TLS only. The database accepts nothing else
 * over TCP, and its certificate is of an authority of its own.
 */

const servers = createServers(beforeAll, afterAll);
const stack = new AsyncDisposableStack();
let folder = '';
let postgres: TlsPostgres;
/** The address of the database, with the certificate of its authority. */
let address = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-tls-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  postgres = stack.use(await startTlsPostgres());
  await writeFile(join(folder, 'root.crt'), postgres.authority);
  address = `${postgres.address}?sslrootcert=${folder}/root.crt`;
}, 60_000);
afterAll(() => stack.disposeAsync());

type Environment = Readonly<Record<string, string>>;

/** Runs a command of `tools/` to its end. */
async function run(script: string, args: readonly string[], environment: Environment) {
  const program = runProgram(process.execPath, [join('tools', script), ...args], {
    DATA_DIR: servers.dataDir,
    ...environment,
  });
  return { code: await ended(program), output: program.output().trim() };
}

/** The connections of the database that a network carries, without TLS and with it, by account. */
const connections = () =>
  postgres.administrate<{ account: string; ssl: boolean; listens: boolean }>(
    `select usename as account, ssl, bool_or(query like 'listen %' or query = 'select 1') as listens
     from pg_stat_activity join pg_stat_ssl using (pid)
     where client_addr is not null group by usename, ssl order by usename`,
  );

test('O1 a server works on a database of another machine, and each of its connections is encrypted', async () => {
  const server = await servers.started({ DATABASE_URL: address, DATABASE_DIRECT_URL: address });
  const response = await servers.tours();
  expect([response.status, ((await response.json()) as unknown[]).length > 0]).toEqual([200, true]);
  expect(await connections()).toEqual([
    { account: 'authenticator', ssl: true, listens: expect.any(Boolean) },
    { account: postgres.account, ssl: true, listens: true },
  ]);
  expect(server.output()).not.toContain('sslmode');

  const sql = await run('sql.ts', ['select ssl from pg_stat_ssl where pid = pg_backend_pid()'], {
    DATABASE_URL: address,
  });
  expect(sql).toEqual({ code: 0, output: '{"ssl":true}' });
  const backup = await run('backup.ts', [join(folder, 'backup.tar.gz')], { DATABASE_URL: address });
  expect(backup.code, backup.output).toBe(0);
  await servers.end(server, 'SIGTERM');
});

test('O1 a server that does not check who responds, says so at its start', async () => {
  const server = await servers.started({ DATABASE_URL: `${postgres.address}?sslmode=require` });
  expect(server.output()).toContain(
    `DATABASE_URL: connections to ${otherHost} are encrypted, but sslmode=require does not check who responds there.`,
  );
  await servers.end(server, 'SIGTERM');
});

test('O1 an unknown authority ends the start, and nothing is made', async () => {
  const server = servers.launch({ DATABASE_URL: postgres.address });
  expect(await ended(server)).toBe(1);
  expect(server.output()).toContain('is of an authority that this server does not know');
  expect(server.output().trim().split('\n')).toHaveLength(1);
});

/** The message `SSLRequest`: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const sslRequest = '0000000804d2162f';

test('O1 no command tells a database of another machine anything before TLS', async () => {
  const messages: string[] = [];
  const listener = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', (data) => {
      messages.push(data.toString('hex'));
      socket.end('N');
    });
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  using _listener = { [Symbol.dispose]: () => void listener.close() };
  const { port } = listener.address() as AddressInfo;
  // As docs/hosted.md writes it.
  const hosted = `postgresql://postgres.ref:secret@${otherHost}:${port}/postgres`;
  await using archives = new AsyncDisposableStack();
  const { context } = await openInstallation(await emptyInstallation(archives, false), archives);
  const archive = join(folder, 'empty.tar.gz');
  await createBackup(context.db, context.config, archive);

  const api = { HOSTED_URL: 'http://127.0.0.1:1', HOSTED_SECRET_KEY: 'sb_secret_0' };
  const setup = {
    DATABASE_URL: hosted,
    SUPABASE_SECRET_KEY: 'sb_secret_0',
    SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789',
    PUBLIC_URL: 'https://taxi.example',
    BRAND_NAME: 'Transfer',
    WHATSAPP_NUMBER: '+56987654321',
  };
  const attempts: readonly (readonly [string, readonly string[], Environment])[] = [
    ['export.ts', [], { HOSTED_DATABASE_URL: hosted, ...api }],
    ['import.ts', [], { HOSTED_DATABASE_URL: hosted, ...api }],
    ['hosted.ts', ['--project', 'abc', '--cli', 'false'], setup],
    ['sql.ts', ['select 1'], { DATABASE_URL: hosted }],
    ['sql.ts', ['select 1'], { DATABASE_URL: postgres.url, DATABASE_DIRECT_URL: hosted }],
    ['backup.ts', [join(folder, 'never.tar.gz')], { DATABASE_URL: hosted }],
    ['restore.ts', [archive], { DATABASE_URL: hosted, DATA_DIR: join(folder, 'restored') }],
    ['admin.ts', ['carla@example.com'], { DATABASE_URL: hosted }],
  ];
  for (const [script, args, environment] of attempts) {
    const { code, output } = await run(script, args, environment);
    expect(code, script).toBe(1);
    expect(output, script).toMatch(/cannot be used: 0\.0\.0\.0 offers no TLS\./);
    expect(output.split('\n'), script).toHaveLength(1);
  }
  const direct = { DATABASE_URL: postgres.url };
  for (const environment of [
    { DATABASE_URL: hosted },
    { ...direct, DATABASE_DIRECT_URL: hosted },
    { ...direct, DATABASE_AUTHENTICATOR_URL: hosted },
  ]) {
    const server = servers.launch(environment);
    expect(await ended(server), server.output()).toBe(1);
    expect(server.output()).toContain('offers no TLS');
  }
  expect(messages).toEqual(Array.from({ length: attempts.length + 3 }, () => sslRequest));
}, 120_000);

test('O1 an unencrypted connection to another machine is asked for in the address, and named at the start', async () => {
  await postgres.administrate(
    `copy (values ('local all all trust'), ('host all all 127.0.0.1/32 scram-sha-256')) to program 'cat > pg_hba.conf'`,
  );
  await postgres.administrate('select pg_reload_conf()');
  const server = servers.launch({ DATABASE_URL: `${postgres.address}?sslmode=disable` });
  await untilSaid(server, 'is ready');
  expect(server.output()).toContain(
    `DATABASE_URL: passwords and rows go to ${otherHost} unencrypted, because its address says sslmode=disable`,
  );
  await servers.end(server, 'SIGTERM');
});
