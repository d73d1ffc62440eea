import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second in `/proc/<pid>/stat`: 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;

/** The fields of `/proc/<pid>/stat` after the name, which may contain spaces; empty when the process has ended. */
async function statOf(pid: number): Promise<readonly string[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** A process and all it started, by their ids. */
export async function treeOf(pid: number): Promise<readonly number[]> {
  const parents = new Map<number, number>();
  for (const name of (await readdir('/proc')).filter((each) => /^\d+$/.test(each))) {
    const [, parent] = await statOf(Number(name));
    parents.set(Number(name), Number(parent ?? 0));
  }
  const found = [pid];
  for (const each of found)
    found.push(...[...parents].filter(([, parent]) => parent === each).map(([child]) => child));
  return found;
}

/** The process that started another. */
export async function parentOf(pid: number): Promise<number> {
  return Number((await statOf(pid))[1] ?? 0);
}

async function proportionalSize(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  return Number(/\nPss:\s+(\d+)/.exec(rollup)?.[1] ?? 0) / 1024;
}

/** Resident memory of one process in MiB: its own, and the files that it shares with others. */
export async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  return Number(/\nVmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Memory of processes in MiB; what they share is counted once (proportional set size). */
export async function memoryOf(pids: readonly number[]): Promise<number> {
  return sum(await Promise.all(pids.map(proportionalSize)));
}

/** Processor time that one process has used so far, in microseconds: of its own, and of the system on its behalf. */
export async function timesOf(pid: number): Promise<{ readonly user: number; readonly system: number }> {
  const [user = 0, system = 0] = (await statOf(pid)).slice(11, 13).map(Number);
  return { user: (user * 1e6) / ticksPerSecond, system: (system * 1e6) / ticksPerSecond };
}

/** Processor time that processes have used so far, and their children that have ended, in milliseconds. */
export async function processorTimeOf(pids: readonly number[]): Promise<number> {
  const times = pids.map(async (pid) => {
    const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = (await statOf(pid))
      .slice(11, 15)
      .map(Number);
    return user + system + childrenUser + childrenSystem;
  });
  return (sum(await Promise.all(times)) * 1000) / ticksPerSecond;
}
