import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended, freePort, runProgram, untilSaid } from '../../backend/testing/processes.ts';
import { assembleImage } from '../../tools/image.ts';

test('what the container image holds runs by itself, commands and functions included', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-image-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await assembleImage(folder);
  const app = join(folder, 'app');
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const environment = { DATA_DIR: dataDir, SUPABASE_DIR: join(app, 'supabase'), PORT: String(port) };
  const node = join(folder, 'usr/local/bin/node');
  const server = runProgram(node, [join(app, 'server/main.ts')], environment);
  stack.defer(async () => {
    server.process.kill('SIGTERM');
    await ended(server);
  });
  await untilSaid(server, 'is ready');
  const address = `http://127.0.0.1:${port}`;
  expect(await (await fetch(`${address}/login`)).text()).toContain('Andes Transfer');
  const { secretKey } = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
    secretKey: string;
  };
  // An unknown function answers 404, one that could not be loaded 500.
  const call = await fetch(`${address}/functions/v1/admin-users`, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  });
  expect([404, 500]).not.toContain(call.status);
  for (const [script, argument] of [
    ['admin.ts', 'carla@example.com'],
    ['backup.ts', join(folder, 'today.tar.gz')],
  ] as const) {
    const command = runProgram(node, [join(app, 'tools', script), argument], environment);
    expect(await ended(command), command.output()).toBe(0);
  }
  const restore = runProgram(node, [join(app, 'tools/restore.ts'), join(folder, 'none')], environment);
  expect(await ended(restore)).toBe(1);
  expect(restore.output()).toContain('There is no archive');
  for (const script of ['import.ts', 'export.ts']) {
    const move = runProgram(node, [join(app, 'tools', script)], environment);
    expect(await ended(move)).toBe(1);
    expect(move.output()).toContain('See docs/hosted.md.');
  }
}, 120_000);
