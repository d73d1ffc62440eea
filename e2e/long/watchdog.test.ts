import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  databasePid,
  ended,
  freePort,
  isAlive,
  runProgram,
  untilSaid,
  type Program,
} from '../../backend/testing/processes.ts';
import { blockedExitCode } from '../../backend/telemetry/watchdog.ts';

let dataDir = '';
let port = 0;
let running: Program | undefined;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'transfer-watchdog-'));
  port = await freePort();
});
afterEach(async () => {
  running?.process.kill('SIGTERM');
  if (running) await ended(running);
  running = undefined;
  // A blocked server leaves its database running until the next start.
  const left = await databasePid(dataDir).catch(() => undefined);
  if (left !== undefined) process.kill(left, 'SIGQUIT');
  await expect.poll(() => left !== undefined && isAlive(left), { timeout: 20_000 }).toBe(false);
  await rm(dataDir, { recursive: true, force: true });
});

/** A module that blocks the server's event loop at SIGUSR2. */
function blocker(body: string): string {
  return `--import=data:text/javascript,process.on('SIGUSR2',function/**/blockForEver(){${body}})`;
}
const inJavaScript = blocker('for(;;);');
const inNativeCode = blocker(`process.getBuiltinModule('node:child_process').execFileSync('sleep',['20'])`);

async function start(file: string, args: readonly string[], environment = {}): Promise<Program> {
  const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
  running = runProgram(file, args, { ...settings, ...environment });
  await untilSaid(running, 'is ready');
  return running;
}

async function serverPid(): Promise<number> {
  return (JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')) as { pid: number }).pid;
}

async function signingKey(): Promise<string> {
  return (await fetch(`http://127.0.0.1:${port}/auth/v1/.well-known/jwks.json`)).text();
}

test('logs the stack of a blocked event loop, and ends the process', async () => {
  const server = await start(process.execPath, [inJavaScript, 'server/main.ts']);
  server.process.kill('SIGUSR2');
  expect(await ended(server)).toBe(blockedExitCode);
  const [line = ''] = server.output().match(/^\{"level":"fatal".*$/m) ?? [];
  const { stack, msg } = JSON.parse(line) as { stack: readonly string[]; msg: string };
  expect(stack[0]).toMatch(/^at blockForEver \(data:text\/javascript,/);
  expect(msg).toBe('the event loop was blocked for 5 s; the process ends');
});

test('ends a process that is blocked in native code, without a stack', async () => {
  const server = await start(process.execPath, [inNativeCode, 'server/main.ts']);
  server.process.kill('SIGUSR2');
  await ended(server);
  expect(server.process.signalCode).toBe('SIGABRT');
  expect(server.output()).toContain('"stack":["in native code"]');
});

test('`npm start` restarts a blocked server with its data, and stops it when only npm gets a signal', async () => {
  const npm = await start('npm', ['start'], { NODE_OPTIONS: inJavaScript });
  const [blocked, key] = [await serverPid(), await signingKey()];
  process.kill(blocked, 'SIGUSR2');
  await untilSaid(npm, 'is ready', 2);
  expect(npm.output()).toContain(`The server exited (${blockedExitCode}); restarting in 1 s.`);
  expect(await serverPid()).not.toBe(blocked);
  expect(await signingKey()).toBe(key);

  const left = [await serverPid(), await databasePid(dataDir)];
  npm.process.kill('SIGTERM');
  await expect.poll(() => left.filter(isAlive), { timeout: 20_000 }).toEqual([]);
});

test('O7j `npm start` restarts a server that is killed with SIGKILL, which ends the database that it left', async () => {
  const npm = await start('npm', ['start']);
  const [key, killed] = [await signingKey(), [await serverPid(), await databasePid(dataDir)]];
  process.kill(killed[0]!, 'SIGKILL');
  await untilSaid(npm, 'is ready', 2);
  expect(npm.output()).toContain('The server exited (SIGKILL); restarting in 1 s.');
  expect(killed.filter(isAlive)).toEqual([]);
  expect(await signingKey()).toBe(key);

  const left = [await serverPid(), await databasePid(dataDir)];
  npm.process.kill('SIGTERM');
  await expect.poll(() => left.filter(isAlive), { timeout: 20_000 }).toEqual([]);
});

test('`npm start` does not restart a server that cannot run or was stopped', async () => {
  running = runProgram('npm', ['start'], { DATA_DIR: dataDir, PORT: 'none' });
  expect(await ended(running)).toBe(1);
  expect(running.output().match(/PORT is “none”/g)).toHaveLength(1);

  const npm = await start('npm', ['start']);
  const left = [await serverPid(), await databasePid(dataDir)];
  process.kill(left[0]!, 'SIGTERM');
  expect(await ended(npm)).toBe(0);
  expect(left.filter(isAlive)).toEqual([]);
  expect(npm.output().match(/is ready/g)).toHaveLength(1);
});

test('SIGINT to the supervisor alone stops its server and database, and so does a second one', async () => {
  const supervisor = await start(process.execPath, ['tools/run.mjs', 'server/main.ts']);
  const left = [await serverPid(), await databasePid(dataDir)];
  supervisor.process.kill('SIGINT');
  process.kill(left[0]!, 'SIGINT');
  expect(await ended(supervisor)).toBe(0);
  expect(left.filter(isAlive)).toEqual([]);
});
