import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { freePort, root } from '../../backend/testing/processes.ts';
import { readServices } from '../../server/testing/installations.ts';
import { createGround, serveTogether } from '../../server/testing/ready-made.ts';
import { installPackages } from './debian.ts';
import { createInstallation } from './installation.ts';
import { startCaddy } from './replicas/caddy.ts';
import { configuration, startProxy } from './replicas/haproxy.ts';

test('behind the proxy of the compose file its servers serve together, and a third one gets requests once it is ready', async () => {
  await using ground = await createGround();
  const { keys, postgres, s3 } = ground;
  const file = { ...keys, DOMAIN: 'app.example.cl', POSTGRES_PASSWORD: 'pw', S3_SECRET_ACCESS_KEY: 's3' };
  const { app1, app2, proxy: declared } = await readServices('deploy/replicas/compose.yaml', file);
  // The container's own file, and the addresses in it, are those of the test.
  const [mounted = ''] = declared?.volumes?.filter((volume) => volume.includes('haproxy.cfg')) ?? [];
  expect(resolve(root, 'deploy/replicas', mounted.split(':')[0] ?? '')).toBe(configuration);
  const names = ['APP1', 'APP2', 'APP3'];
  expect(Object.keys(declared?.environment ?? {})).toEqual(names);
  const ports = await Promise.all(names.map(() => freePort()));
  const here = { DATABASE_URL: postgres.url, ...s3.environment, TRUSTED_PROXIES: '127.0.0.1' };
  await using _first = await ground.start({ ...file, ...app1?.environment, ...here }, ports[0]);
  await using _second = await ground.start({ ...file, ...app2?.environment, ...here }, ports[1]);
  await using proxy = await startProxy(ports);
  for (const server of ['app1', 'app2']) await expect.poll(() => proxy.isUp(server)).toBe(true);
  await expect.poll(() => proxy.isUp('app3')).toBe(false);
  const url = `http://127.0.0.1:${proxy.port}`;
  const key = keys['SUPABASE_PUBLISHABLE_KEY'] ?? '';
  await serveTogether(
    key,
    url,
    ports.slice(0, 2).map((port) => `http://127.0.0.1:${port}`),
  );
  await using _third = await ground.start({ ...file, ...app2?.environment, ...here }, ports[2]);
  await expect.poll(() => proxy.isUp('app3')).toBe(true);
  await serveTogether(key, url, [`http://127.0.0.1:${ports[2]}`]);
  expect(await proxy.countFailures()).toBe(0);
}, 120_000);

test('the two servers of the compose file serve each other’s sessions, rows and photos', async () => {
  await using ground = await createGround();
  const { keys, postgres, s3 } = ground;
  const file = { ...keys, DOMAIN: 'app.example.cl', POSTGRES_PASSWORD: 'pw', S3_SECRET_ACCESS_KEY: 's3' };
  const { app1, app2 } = await readServices('deploy/replicas/compose.yaml', file);
  const here = { DATABASE_URL: postgres.url, ...s3.environment };
  await using first = await ground.start({ ...file, ...app1?.environment, ...here });
  await using second = await ground.start({ ...file, ...app2?.environment, ...here });
  await serveTogether(keys['SUPABASE_PUBLISHABLE_KEY'] ?? '', first.url, [second.url]);
}, 60_000);

test('behind Caddy a restart of the only server delays requests and refuses none', async () => {
  await using installation = await createInstallation({ TRUSTED_PROXIES: '127.0.0.1' });
  await installation.start();
  await using proxy = await startCaddy(new URL(installation.address).host);
  const restarted = new AbortController();
  const statuses: number[] = [];
  const ask = async (): Promise<void> => {
    while (!restarted.signal.aborted) statuses.push(await proxy.get('/auth/v1/.well-known/jwks.json'));
  };
  const clients = Array.from({ length: 8 }, ask);
  await expect.poll(() => statuses.length).toBeGreaterThan(100);
  expect(await installation.end('SIGTERM')).toBe(0);
  await installation.start();
  const before = statuses.length;
  await expect.poll(() => statuses.length).toBeGreaterThan(before + 100);
  restarted.abort();
  await Promise.all(clients);
  expect(new Set(statuses)).toEqual(new Set([200]));
}, 60_000);

test('N3: systemd confines the service: its exposure stays below 3.0 of 10', () => {
  installPackages('systemd');
  const unit = resolve(root, 'deploy/systemd/transfer.service');
  const args = ['security', '--offline=true', '--no-pager', unit];
  const report = execFileSync('systemd-analyze', args, { encoding: 'utf8' });
  const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? [];
  expect(Number(exposure)).toBeLessThan(3);
});
