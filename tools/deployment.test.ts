import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { variables } from '../server/config/env.ts';

const root = resolve(import.meta.dirname, '..');
const read = (file: string): Promise<string> => readFile(join(root, file), 'utf8');

test('the container is built from what there is, runs without rights of root, and says when it is unwell', async () => {
  const dockerfile = await read('Dockerfile');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(copied.length).toBeGreaterThan(5);
  for (const name of copied) await access(join(root, name));
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toContain('/health/ready');
  expect(last).toMatch(/^CMD \["node", "server\/main\.ts"\]$/m);
  const ignored = (await read('.dockerignore')).split('\n');
  expect(ignored).toEqual(expect.arrayContaining(['.git', 'data', 'node_modules']));
});

test('what the deployment files set, the server reads', async () => {
  const known = new Set<string>(variables.map(({ name }) => name));
  const foreign = new Set(['NODE_ENV', 'POSTGRES_PASSWORD', 'DOMAIN']);
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
