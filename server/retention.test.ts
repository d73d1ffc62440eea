import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../backend/testing/app.ts';
import { deleteProductRows } from './retention.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 60 * 60_000);

test('F10: deletes photos that no driver shows after a day, with their bytes; the others stay', async () => {
  const diego = server.as('diego');
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const upload = async (stamp: number): Promise<string> => {
    const name = `profile-photos/${diego.userId}-${stamp}.png`;
    const init = {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: Buffer.from(png, 'base64'),
    };
    expect((await diego.request(`/storage/v1/object/imagenes/${name}`, init)).status).toBe(200);
    return name;
  };
  const [shown, replaced] = [await upload(1), await upload(2)];
  const address = (name: string) => `/storage/v1/object/public/imagenes/${name}`;
  await server.context.db.query('update drivers set photo_url = $2 where id = $1', [
    diego.driverId,
    `${server.context.config.publicUrl}${address(shown)}`,
  ]);
  const { db } = server.context;
  expect(await deleteProductRows(db, inDays(0.5))).toEqual({ photos: 0, auditEntries: 0 });
  expect(await deleteProductRows(db, inDays(1.1))).toEqual({ photos: 1, auditEntries: 0 });
  expect((await server.request(address(shown))).status).toBe(200);
  expect((await server.request(address(replaced))).status).toBe(400);
});
