import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { allSettings } from '../server/settings/table.ts';

const root = resolve(import.meta.dirname, '..');
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
  const foreign = new Set(['NODE_ENV', 'POSTGRES_PASSWORD', 'DOMAIN', 'BASE', 'BUILD_BASE', 'PREVIOUS']);
  const compose = await read('compose.yaml');
  const unit = await read('deploy/transfer.service');
  const dockerfile = await read('Dockerfile');
  const named = [
    ...[...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name),
    ...[...unit.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name),
    ...[...dockerfile.matchAll(/\b([A-Z_]{3,})=/g)].map(([, name]) => name),
  ];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((name) => name && !known.has(name) && !foreign.has(name))).toEqual([]);
});

test('a server that ends itself is started again', async () => {
  expect(await read('deploy/transfer.service')).toMatch(/^Restart=always$/m);
  expect(await read('compose.yaml')).toMatch(/^ {2}app:\n {4}build: \.\n {4}restart: unless-stopped$/m);
});

test('the service ends within the time that it is given', async () => {
  const unit = await read('deploy/transfer.service');
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(20);
  expect(await read('compose.yaml')).toContain('stop_grace_period: 20s');
});
