import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '../../backend/db/database.ts';
import { migrate } from '../../backend/db/migrate.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { photoKey } from '../../backend/storage/testing.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const path = '/storage/v1/object/public/imagenes/';

async function storedPhoto(driverId: string | undefined): Promise<unknown> {
  const [row] = await server.context.db.query('select photo_url, version from drivers where id = $1', [
    driverId,
  ]);
  return row;
}

test('a driver record keeps the path of its photo, whoever writes the public URL', async () => {
  const { userId, driverId } = server.as('diego');
  const photo = path + photoKey(userId);
  const write = (photoUrl: string) => ({
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ photo_url: photoUrl }),
  });
  const record = `/rest/v1/drivers?id=eq.${driverId}`;
  expect((await server.as('carla').request(record, write(`http://127.0.0.1:8000${photo}`))).status).toBe(204);
  const stored = { photo_url: photo, version: 2 };
  expect(await storedPhoto(driverId)).toEqual(stored);
  expect((await server.service(record, write(`https://project.supabase.co${photo}`))).status).toBe(204);
  expect(await storedPhoto(driverId)).toEqual(stored);
});

test('an address of another host, and a path on it that only looks like ours, stay as they are', async () => {
  const { driverId } = server.as('elena');
  for (const address of ['https://elsewhere.example/face.jpg', `https://elsewhere.example/?${path}1.jpg`]) {
    await server.context.db.query('update drivers set photo_url = $2 where id = $1', [driverId, address]);
    expect(await storedPhoto(driverId)).toMatchObject({ photo_url: address });
  }
});

test('the migration heals the rows of earlier versions', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-earlier-'));
  stack.defer(() => rm(folder, { recursive: true }));
  const { db } = server.context;
  const database = `earlier_${process.pid}`;
  await db.query(`create database ${database}`);
  stack.defer(async () => void (await db.query(`drop database ${database} with (force)`)));
  const connection = { host: inject('socketFolder'), user: 'postgres', database };
  const earlier = stack.use(openDatabase({ owner: connection, caller: connection, onError: console.error }));

  const supabaseDir = resolve(import.meta.dirname, '../../supabase');
  await mkdir(join(folder, 'migrations'));
  for (const file of await readdir(join(supabaseDir, 'migrations')))
    if (file < '20261122000300')
      await cp(join(supabaseDir, 'migrations', file), join(folder, 'migrations', file));
  await migrate(earlier, folder);
  const addresses = [
    `http://127.0.0.1:8000${path}${photoKey('1')}`,
    'https://elsewhere.example/face.jpg',
    null,
  ];
  for (const [place, address] of addresses.entries())
    await earlier.query(
      'insert into drivers (name, license_plate, driver_code, photo_url) values ($1, $2, $2, $3)',
      [`Driver ${place}`, `AAAA0${place}`, address],
    );

  await migrate(earlier, supabaseDir);
  const healed = await earlier.query<{ photo_url: string | null }>(
    'select photo_url from drivers order by name',
  );
  expect(healed.map((row) => row.photo_url)).toEqual([path + photoKey('1'), ...addresses.slice(1)]);
});
