import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { photoKey } from '../../backend/testing/storage.ts';

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
