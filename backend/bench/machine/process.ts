import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { memoryOf, treeOf } from './tree.ts';

/** A server in a process of its own. */
export interface MeasuredProgram extends AsyncDisposable {
  readonly pid: number;
  /** Memory of the process and all it started, in MiB; what they share is counted once (proportional set size). */
  memory(): Promise<number>;
}

/** A server on Node with the probe loaded. */
export interface MeasuredProcess extends MeasuredProgram {
  /** Begins a new measurement of the longest stall. */
  resetStall(): void;
  /** The longest time in which the event loop did not turn since `resetStall`, in milliseconds. */
  stall(): Promise<number>;
}

/** A backend under measurement. */
export interface Target extends AsyncDisposable {
  readonly port: number;
  readonly publishableKey: string;
  readonly process: MeasuredProcess;
}

/** Whether the server at `port` answers, other than that it is still starting. */
export async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/auth/v1/health`).catch(() => null);
  await response?.body?.cancel();
  return response !== null && response.status !== 503;
}

interface Surroundings {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

async function measured(
  child: ChildProcess,
  what: string,
  until: () => Promise<boolean>,
): Promise<MeasuredProgram> {
  const exited = once(child, 'exit');
  const { pid } = child;
  if (pid === undefined) throw new Error(`${what} could not be started`);
  while (!(await until())) {
    if (child.exitCode !== null) throw new Error(`${what} ended with ${child.exitCode}`);
    await new Promise((settle) => setTimeout(settle, 5));
  }
  return {
    pid,
    memory: async () => memoryOf(await treeOf(pid)),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** @param until resolves when the server answers its first request */
export async function startProgram(
  program: string,
  args: readonly string[],
  options: Surroundings,
  until: () => Promise<boolean>,
): Promise<MeasuredProgram> {
  return measured(
    spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] }),
    program,
    until,
  );
}

/** Starts a script on Node. @param until resolves when the server answers its first request */
export async function startProcess(
  args: readonly string[],
  options: Surroundings,
  until: () => Promise<boolean>,
): Promise<MeasuredProcess> {
  const child = spawn(process.execPath, ['--import', join(import.meta.dirname, 'probe.ts'), ...args], {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return {
    ...(await measured(child, args.join(' '), until)),
    resetStall: () => void child.send('reset'),
    async stall() {
      child.send('stall');
      const [message] = (await once(child, 'message')) as [{ readonly stall: number }];
      return message.stall;
    },
  };
}
