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

test('O7m the start names drivers whose photo is on another site', async () => {
  const address = `http://127.0.0.1:${servers.port}`;
  const first = await servers.started();
  expect(first.output()).not.toContain('on another site');
  await servers.query(`set session_replication_role = replica;
    insert into public.drivers (name, license_plate, driver_code, contact, photo_url) values
      ('Diego', 'DDDD11', 'C-1', '+56912345678', 'https://other.example/diego.jpg'),
      ('Elena', 'EEEE22', 'C-2', '+56912345678', 'http://other.example/elena.jpg'),
      ('Nora', 'NNNN33', 'C-3', '+56912345678', '/storage/v1/object/public/imagenes/profile-photos/nora.jpg'),
      ('Inés', 'IIII44', 'C-4', '+56912345678', '${address}/storage/v1/object/public/imagenes/profile-photos/ines.jpg'),
      ('Juan', 'JJJJ55', 'C-5', '+56912345678', null)`);
  await servers.end(first, 'SIGTERM');
  const second = await servers.started();
  expect(second.output()).toContain('Upload it again: C-1, C-2.');
});
