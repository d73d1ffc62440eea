import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import {
  databasePid,
  ended,
  freePort,
  isAlive,
  root,
  untilSaid,
  type Program,
} from '../../backend/testing/processes.ts';

let dataDir = '';
let port = 0;
const running: Program[] = [];

/** Starts a program in a process group of its own, as a shell does. */
function launch(file: string, ...args: readonly string[]): Program {
  const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'debug' };
  const child = spawn(file, args, {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)));
  const program = { process: child, output: () => output };
  running.push(program);
  return program;
}

function signalGroup(program: Program, signal: NodeJS.Signals): void {
  process.kill(-(program.process.pid ?? 0), signal);
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'transfer-signals-'));
  port = await freePort();
});

afterEach(async () => {
  for (const program of running.splice(0)) {
    program.process.kill('SIGTERM');
    await ended(program);
  }
  await rm(dataDir, { recursive: true, force: true });
});

test('npm run dev hands on live connections, and Ctrl-C ends the database too', async () => {
  const dev = launch(process.execPath, 'tools/run.mjs', '--with-tests', 'tools/dev.ts');
  await untilSaid(dev, 'is ready');
  await expect.poll(() => dev.output(), { timeout: 20_000 }).toMatch(/localhost:.*\d+/);
  // oxlint-disable-next-line no-control-regex -- Vite prints the address in colours.
  const page = /http:\/\/localhost:(\d+)/.exec(dev.output().replace(/\x1b\[\d+m/g, ''))?.[1];
  const key = /name="publishable-key" content="([^"]+)"/.exec(
    await (await fetch(`http://localhost:${page}/`)).text(),
  )?.[1];
  const socket = new WebSocket(`ws://localhost:${page}/realtime/v1/websocket?apikey=${key}&vsn=1.0.0`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const database = await databasePid(dataDir);
  signalGroup(dev, 'SIGINT');
  await ended(dev);
  expect(isAlive(database)).toBe(false);
});

test('npm run dev that is ended alone takes its server and database along', async () => {
  const dev = launch(process.execPath, 'tools/run.mjs', '--with-tests', 'tools/dev.ts');
  await untilSaid(dev, 'is ready');
  const database = await databasePid(dataDir);
  dev.process.kill('SIGTERM');
  await ended(dev);
  expect(isAlive(database)).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow('fetch failed');
});

test('npm start keeps nothing of the build in memory; closing its terminal ends server and database', async () => {
  const command = `${process.execPath} tools/run.mjs --with-tests server/main.ts`;
  const terminal = launch('script', '--quiet', '--flush', '--command', command, '/dev/null');
  await untilSaid(terminal, 'is ready');
  const database = await databasePid(dataDir);
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200);
  const holder = JSON.parse(await readFile(join(dataDir, 'server.json'), 'utf8')) as { pid: number };
  expect(await readFile(`/proc/${holder.pid}/maps`, 'utf8')).not.toMatch(/rolldown|lightningcss/);
  terminal.process.kill('SIGKILL');
  await expect.poll(() => isAlive(database), { timeout: 20_000 }).toBe(false);
  await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow('fetch failed');
});
