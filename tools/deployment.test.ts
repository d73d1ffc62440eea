import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import bounds from '../backend/memory.json' with { type: 'json' };
import { root } from '../backend/testing/processes.ts';
import { allSettings } from '../server/settings/table.ts';
import { readServices } from '../server/testing/installations.ts';

const variables = { DOMAIN: 'app.example.cl', POSTGRES_PASSWORD: 'pw', S3_SECRET_ACCESS_KEY: 's3' };
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

test('a build of the container sees what the build needs, and no secrets or data of this machine', async () => {
  const ignored = (await read('.dockerignore')).split('\n');
  expect(ignored[0]).toBe('*');
  const allowed = ignored.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
  for (const name of allowed) await access(join(root, name));
  expect(allowed).toEqual(expect.arrayContaining(['backend', 'tsconfig.json', 'vite.config.ts']));
});

test('what the deployment files set, the server reads', async () => {
  const known = new Set<string>(allSettings.map(({ name }) => name));
  const foreign = new Set([
    'NODE_ENV',
    'NODE_COMPILE_CACHE',
    ...Object.keys(bounds),
    'BASE',
    'BUILD_BASE',
    'PREVIOUS',
  ]);
  const { app } = await readServices('compose.yaml', variables);
  const { app1 } = await readServices('deploy/replicas/compose.yaml', variables);
  const unit = await read('deploy/systemd/transfer.service');
  const dockerfile = await read('Dockerfile');
  const named = [
    ...[...unit.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name),
    ...[...dockerfile.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name),
    ...Object.keys({ ...app?.environment, ...app1?.environment }),
  ];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => name && !known.has(name) && !foreign.has(name))).toEqual([]);
});

test('a server that ends itself is started again', async () => {
  expect(await read('deploy/systemd/transfer.service')).toMatch(/^Restart=always$/m);
  const { app } = await readServices('compose.yaml', variables);
  expect(app?.restart).toBe('unless-stopped');
});

test('every way to start the server bounds its memory', async () => {
  for (const file of ['Dockerfile', 'deploy/systemd/transfer.service'])
    for (const [name, value] of Object.entries(bounds))
      expect((await read(file)).replaceAll('"', ''), file).toContain(`${name}=${value}`);
});

test('the service ends within the time that it is given', async () => {
  const unit = await read('deploy/systemd/transfer.service');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(20);
  const { app } = await readServices('compose.yaml', variables);
  expect(app?.stop_grace_period).toBe('20s');
});

/** Seconds that a server needs after its last request. */
const closingSeconds = 20;

test('replicas get the time to drain, and to close after that', async () => {
  const { app1, app2 } = await readServices('deploy/replicas/compose.yaml', variables);
  for (const service of [app1, app2])
    expect(Number.parseInt(service?.stop_grace_period ?? '', 10)).toBeGreaterThan(
      Number(service?.environment?.['DRAIN_SECONDS']) + closingSeconds,
    );
  // The proxy has half of DRAIN_SECONDS to notice that a server stops.
  const [, everySeconds, times] =
    /default-server check inter (\d+)s fall (\d+)/.exec(await read('deploy/replicas/haproxy.cfg')) ?? [];
  const noticedSeconds = Number(everySeconds) * Number(times);
  expect(noticedSeconds).toBeLessThan(Number(app1?.environment?.['DRAIN_SECONDS']) / 2);
});

test('the proxy of the compose file knows the servers, and they trust it', async () => {
  const { app1, app2, proxy } = await readServices('deploy/replicas/compose.yaml', variables);
  const address = (service: typeof app1) => service?.networks?.inside?.ipv4_address;
  expect(proxy?.environment).toMatchObject({ APP1: `${address(app1)}:8000`, APP2: `${address(app2)}:8000` });
  for (const service of [app1, app2]) expect(service?.environment?.['TRUSTED_PROXIES']).toBe(address(proxy));
  expect(new Set([app1, app2, proxy].map(address)).size).toBe(3);
});

test('every server is an account without rights on a read-only disk, and its memory has an end', async () => {
  const { app } = await readServices('compose.yaml', variables);
  const { app1, app2 } = await readServices('deploy/replicas/compose.yaml', variables);
  for (const service of [app, app1, app2])
    expect(service).toMatchObject({
      read_only: true,
      mem_limit: '1g',
      security_opt: ['no-new-privileges:true'],
      cap_drop: ['ALL'],
    });
  const dockerfile = await read('Dockerfile');
  expect(dockerfile).toMatch(/ useradd --uid 1000 .* node /);
  expect(dockerfile.match(/^(USER|CMD) .*$/gm)?.slice(-2)).toEqual([
    'USER node',
    'CMD ["node", "server/main.ts"]',
  ]);
  const unit = (await read('deploy/systemd/transfer.service')).split('\n');
  for (const line of [
    'User=transfer',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
  ])
    expect(unit).toContain(line);
  expect(unit).toContain('MemoryMax=2G');
});

test('the health check of the image asks whether the server is ready', async () => {
  expect(await read('Dockerfile')).toMatch(/^HEALTHCHECK .*\\\n.*\/health\/ready/m);
});

test('N3: the app of the compose file believes its proxy alone', async () => {
  const { app, proxy } = await readServices('compose.yaml', variables);
  expect(app?.environment?.['TRUSTED_PROXIES']).toBe(proxy?.networks?.inside?.ipv4_address);
});
