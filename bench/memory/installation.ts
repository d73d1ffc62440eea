import { execFile } from 'node:child_process';
import { cp, mkdtempDisposable, readFile, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { answers, startProgram } from '../../backend/bench/machine/process.ts';
import { environmentOf, withoutRateLimits } from '../../backend/bench/machine/server.ts';
import { memoryOf, parentOf, residentOf, treeOf } from '../../backend/bench/machine/tree.ts';
import type { Secrets } from '../../backend/config/secrets.ts';
import { freePort } from '../../backend/testing/processes.ts';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** Memory in MiB. */
export interface Memory {
  /** Resident memory of the server process, with the files that it shares. */
  readonly server: number;
  /** Proportional: what its processes share is counted once. */
  readonly database: number;
  /** npm and the other processes between the command and the server; proportional. */
  readonly starter: number;
}

/** A started installation: `npm start` and all that it has started. */
export interface Started extends AsyncDisposable {
  readonly port: number;
  readonly publishableKey: string;
  memory(): Promise<Memory>;
}

/** A copy of this repository on a data folder of its own, in which nothing has been built yet. */
export interface Installation extends AsyncDisposable {
  /** Runs `npm start` and waits until the server responds. Disposing waits until all its processes have ended. */
  start(): Promise<Started>;
}

async function copySources(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    maxBuffer: 16_000_000,
  });
  for (const path of stdout.split('\0').filter((each) => each !== ''))
    await cp(join(root, path), join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      // git also lists files that are deleted and not committed.
      if (error.code !== 'ENOENT') throw error;
    });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
}

async function memoryBelow(pid: number, dataDir: string): Promise<Memory> {
  const postmaster = Number(
    (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  const server = await parentOf(postmaster);
  const database = await treeOf(postmaster);
  const others = (await treeOf(pid)).filter((each) => each !== server && !database.includes(each));
  return {
    server: await residentOf(server),
    database: await memoryOf(database),
    starter: await memoryOf(others),
  };
}

async function untilEnded(pids: readonly number[]): Promise<void> {
  while ((await Promise.all(pids.map(residentOf))).some((size) => size > 0))
    await new Promise((settle) => setTimeout(settle, 50));
}

export async function createInstallation(): Promise<Installation> {
  const port = await freePort();
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await mkdtempDisposable(join(tmpdir(), 'memory-bench-'))).path;
  const [clone, dataDir] = [join(folder, 'transfer'), join(folder, 'data')];
  await copySources(clone);
  const copy = await withoutRateLimits(join(root, 'supabase'), folder);
  const env = {
    ...environmentOf(port, dataDir, copy),
    REVIEWS_PER_HOUR: '0',
    // `npm start` sets them for the server alone.
    NODE_OPTIONS: undefined,
    MALLOC_ARENA_MAX: undefined,
  };
  const resources = stack.move();
  return {
    async start() {
      const npm = await startProgram('npm', ['start'], { cwd: clone, env }, () => answers(port));
      const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as Secrets;
      return {
        port,
        publishableKey: secrets.publishableKey,
        memory: () => memoryBelow(npm.pid, dataDir),
        async [Symbol.asyncDispose]() {
          const pids = await treeOf(npm.pid);
          await npm[Symbol.asyncDispose]();
          await untilEnded(pids);
        },
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
