import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ended, root, runProgram, untilSaid } from '../../backend/testing/processes.ts';

/** Starts a checkout that lacks one package, with a registry at that port of this machine. */
async function startInstallation(port: number) {
  const copy = await mkdtemp(join(tmpdir(), 'transfer-no-network-'));
  onTestFinished(() => rm(copy, { recursive: true, force: true }));
  await cp(join(root, 'tools'), join(copy, 'tools'), { recursive: true });
  const dependencies = { idb: '8.0.4' };
  const lock = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, object>>;
  };
  const packages = { '': { name: 'a', dependencies }, 'node_modules/idb': lock.packages['node_modules/idb'] };
  const written = { name: 'a', lockfileVersion: 3, requires: true, packages };
  await writeFile(join(copy, 'package.json'), JSON.stringify({ name: 'a', dependencies }));
  await writeFile(join(copy, 'package-lock.json'), JSON.stringify(written));
  return runProgram(process.execPath, [join(copy, 'tools/run.mjs'), 'server/main.ts'], {
    npm_config_registry: `http://127.0.0.1:${port}`,
    npm_config_replace_registry_host: 'always',
    npm_config_cache: join(copy, 'cache'),
    npm_execpath: '',
  });
}

test('O7a an installation that waits for the network says so after half a minute', async () => {
  const registry = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  onTestFinished(() => void registry.close());
  const installation = await startInstallation((registry.address() as AddressInfo).port);
  await untilSaid(installation, 'Installing (once), which needs the network …');
  await untilSaid(installation, 'Still installing. Is there no network?');
  installation.process.kill('SIGTERM');
  expect(await ended(installation)).toBeNull();
}, 120_000);

test('O7a an installation without a network ends with what npm says', async () => {
  const installation = await startInstallation(1);
  expect(await ended(installation)).toBe(1);
  expect(installation.output()).toMatch(
    /^Installing \(once\), which needs the network …\n[^]*ECONNREFUSED[^]*says why\.\n$/,
  );
}, 60_000);
