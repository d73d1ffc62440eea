import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { databasePid, ended, runProgram, untilSaid } from '../testing/processes.ts';
import { startEmbeddedPostgres } from './embedded.ts';

test('its log names a connection that somebody ended, and not those that are open when the database stops', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-embedded-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const lines: string[] = [];
  const database = stack.use(await startEmbeddedPostgres(folder, (line) => lines.push(line)));
  const connect = async () => {
    const client = new pg.Client(database.connection);
    client.on('error', () => {});
    const end = new Promise<void>((resolve) => client.once('end', resolve));
    await client.connect();
    return { client, end };
  };
  const [ended, open] = [await connect(), await connect()];
  await open.client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where backend_type = $1 and pid <> pg_backend_pid()',
    ['client backend'],
  );
  await ended.end;
  await database[Symbol.asyncDispose]();
  await open.end;
  expect(lines).toEqual([expect.stringContaining('terminating connection due to administrator command')]);
});

/** Folders of sockets in the temporary folder of a process of its own. */
const socketsIn = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name.startsWith('backend-socket-'));

test.each([
  ['and its database goes on', []],
  ['and its database is killed, too', ['database']],
])(
  'O7k a server is killed %s: its next start leaves one socket in the temporary folder',
  async (_, victims) => {
    await using stack = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'transfer-sockets-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    // The database's account has to reach its socket.
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'data');
    const program = `import { startEmbeddedPostgres } from './backend/db/embedded.ts';
    await startEmbeddedPostgres(process.argv[1], () => {});
    console.log('ready');
    setInterval(() => {}, 1000);`;
    const start = async () => {
      const started = runProgram(process.execPath, ['--input-type=module', '-e', program, dataDir], {
        TMPDIR: folder,
      });
      await untilSaid(started, 'ready');
      return started;
    };
    for (let times = 0; times < 3; times += 1) {
      const server = await start();
      const database = await databasePid(dataDir);
      server.process.kill('SIGKILL');
      await ended(server);
      if (victims.includes('database')) process.kill(database, 'SIGKILL');
    }
    const last = await start();
    expect(await socketsIn(folder)).toHaveLength(1);
    last.process.kill('SIGKILL');
    process.kill(await databasePid(dataDir), 'SIGKILL');
    await ended(last);
  },
);
