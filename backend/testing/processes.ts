import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const root = resolve(import.meta.dirname, '../..');

/** A program that a test has started. */
export interface Program {
  readonly process: ChildProcess;
  readonly output: () => string;
}

/** Starts a program in the root of the product, or in another folder; the test ends it. */
export function runProgram(
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  cwd = root,
): Program {
  const child = spawn(file, args, {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)));
  return { process: child, output: () => output };
}

/** Waits until a program has printed a text so many times; rejects if it exits first. */
export function untilSaid(program: Program, text: string, times = 1): Promise<void> {
  return new Promise((settle, fail) => {
    const poll = (): void => {
      if (program.output().split(text).length > times) settle();
    };
    for (const stream of [program.process.stdout, program.process.stderr]) stream?.on('data', poll);
    program.process.once('exit', () => fail(new Error(program.output())));
    poll();
  });
}

/** The last output may take this long after the exit: another process may hold the pipe open. */
const lastOutputMs = 2000;

/** Waits for the exit and the last output, and returns the exit code; null after a signal. */
export async function ended({ process: child }: Program): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  const read = [child.stdout, child.stderr].map((stream) => stream?.closed || once(stream!, 'close'));
  await Promise.race([Promise.all(read), delay(lastOutputMs, undefined, { ref: false })]);
  return child.exitCode;
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The process of the built-in database of a data folder. */
export async function databasePid(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

/**
 * Finds a port that nobody listens on. Linux gives outgoing connections the ports above 32,767: none of them takes this one
 * before the server of the test does.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(11_000, 32_768);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
