import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rmdir, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { parentOf, treeOf } from '../../backend/bench/machine/tree.ts';

const run = promisify(execFile);
const root = '/sys/fs/cgroup';
const name = 'transfer-small-server';

async function keepOn(core: number, pids: readonly number[]): Promise<void> {
  for (const pid of pids) await run('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}

/** Confines processes, and what they start from now on, until it is disposed. */
export interface Confinement extends AsyncDisposable {
  /** The name of the file that bounds the memory; empty where nothing does. */
  readonly memoryBy: string;
}

/** Makes a memory group and moves processes there. Without the rights for it, memory stays unbounded. */
async function boundMemory(bytes: number, pids: readonly number[]): Promise<Confinement> {
  const isFirst = existsSync(`${root}/memory`);
  const folder = `${root}/${isFirst ? 'memory/' : ''}${name}`;
  const home = `${root}/${isFirst ? 'memory/' : ''}cgroup.procs`;
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(`${folder}/${isFirst ? 'memory.limit_in_bytes' : 'memory.max'}`, String(bytes));
    for (const pid of pids) await writeFile(`${folder}/cgroup.procs`, String(pid));
  } catch (error) {
    console.error(`Memory is not bounded: ${(error as Error).message}`);
    return { memoryBy: '', [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  return {
    memoryBy: isFirst ? 'memory.limit_in_bytes' : 'memory.max',
    async [Symbol.asyncDispose]() {
      for (const pid of pids) await writeFile(home, String(pid)).catch(() => undefined);
      // The group is empty when the last process has ended.
      await wait(1_000);
      await rmdir(folder).catch(() => undefined);
    },
  };
}

/** Gives a server with its database the first core and so much memory, and this process the other cores. */
export async function confine(pid: number, bytes: number): Promise<Confinement> {
  const pids = await treeOf(pid);
  await keepOn(0, pids);
  await keepOn(1, [process.pid, await parentOf(process.pid)]);
  return boundMemory(bytes, pids);
}
