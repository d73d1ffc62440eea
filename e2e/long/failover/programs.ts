import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A user of the operating system; empty for the one that runs the tests. */
export type Account = { readonly uid: number; readonly gid: number } | { readonly uid?: undefined };

/** A program and its children, which end together. */
export interface Group {
  start(): void;
  /** Ends the whole process group with SIGKILL. */
  kill(): void;
  ended(): Promise<void>;
  /** The program's output over all its starts. */
  output(): string;
}

/** Prepares a program that runs in a process group of its own; nothing runs yet. */
export function runGroup(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  account: Account,
  cwd: string,
): Group {
  let child: ChildProcess | undefined;
  let output = '';
  const isRunning = (): boolean => child?.exitCode === null && child.signalCode === null;
  return {
    start() {
      const started = spawn(file, args, {
        cwd,
        env: { PATH: process.env['PATH'], ...environment },
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(account.uid !== undefined && account),
      });
      // A program that cannot be started has no exit: whoever waits for it reads why in its output.
      started.on('error', (error) => (output += error.message));
      for (const stream of [started.stdout, started.stderr])
        stream.on('data', (text) => (output += String(text)));
      child = started;
    },
    kill() {
      if (child?.pid !== undefined && isRunning()) process.kill(-child.pid, 'SIGKILL');
    },
    async ended() {
      if (child?.pid !== undefined && isRunning()) await once(child, 'exit');
    },
    output: () => output,
  };
}

/** The account that Debian makes for PostgreSQL, which refuses to run as root. */
export function postgresAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
