import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { databasePid, ended, runProgram, untilSaid } from '../../backend/testing/processes.ts';

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
