import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ended } from '../backend/testing/processes.ts';
import { createServers } from './testing/servers.ts';

const servers = createServers();

test.for(['1', '2'])(
  'O7d a taken port ends the first start before anything is made (WORKERS=%s)',
  async (workers) => {
    const other = createServer().listen(servers.port, '127.0.0.1');
    await once(other, 'listening');
    const DATA_DIR = join(servers.dataDir, 'new');
    const server = servers.launch({ DATA_DIR, WORKERS: workers });
    expect(await ended(server)).toBe(1);
    expect(server.output().trim()).toBe(
      `Port ${servers.port} on 127.0.0.1 is in use. Set PORT to another one.`,
    );
    other.close();
    await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT');
  },
);

test('O7d an address of another machine ends the first start before anything is made', async () => {
  const DATA_DIR = join(servers.dataDir, 'new');
  const server = servers.launch({ DATA_DIR, HOST: '192.0.2.1' });
  expect(await ended(server)).toBe(1);
  expect(server.output()).toContain('HOST is “192.0.2.1”, but this machine does not have that address');
  await expect(readdir(DATA_DIR)).rejects.toThrow('ENOENT');
});
