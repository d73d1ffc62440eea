import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { file, photoKey, picture, storageClient } from '../storage/testing.ts';
import { startTestApp } from '../testing/app.ts';

const json = { 'content-type': 'application/json' };

test('K5 when the disk is almost full writes answer 503 and 507 in the wire’s shape, and reads go on', async () => {
  // More than any disk has.
  await using server = await startTestApp({ config: (config) => ({ ...config, minFreeSpace: 2 ** 60 }) });
  const diego = server.as('diego');
  const body = JSON.stringify({ driver_id: diego.driverId, rating: 5, idempotency_key: randomUUID() });
  const rating = await diego.request('/rest/v1/reviews', { method: 'POST', headers: json, body });
  expect([rating.status, await rating.json()]).toEqual([
    503,
    {
      code: '53100',
      message: 'The disk of the server is full. Nothing was written.',
      details: null,
      hint: null,
    },
  ]);
  const photos = storageClient(server, diego.token).from('imagenes');
  const upload = await photos.upload(photoKey(diego.userId), file(await picture()));
  expect(upload.error).toMatchObject({ status: 507, statusCode: '507' });
  const account = JSON.stringify({ email: 'new@example.com', password: 'cordillera nevada 7' });
  const signUp = await server.request('/auth/v1/signup', { method: 'POST', headers: json, body: account });
  expect([signUp.status, signUp.headers.get('retry-after')]).toEqual([503, '5']);

  const driver = await diego.request('/rest/v1/drivers?select=name');
  expect(await driver.json()).toEqual([{ name: 'diego' }]);
  const verify = JSON.stringify({ code: 'none' });
  const call = await server.request('/rest/v1/rpc/verify_driver', {
    method: 'POST',
    headers: json,
    body: verify,
  });
  expect([call.status, await call.json()]).toEqual([200, []]);
  expect((await photos.list()).error).toBeNull();
  expect((await server.request('/health')).status).toBe(200);
});
