import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { file, photoKey, picture, storageClient } from '../testing/storage.ts';
import { createApp } from '../app.ts';
import { startS3 } from '../testing/object-store.ts';
import { startTestApp } from '../testing/app.ts';
import { createSpace } from './space.ts';
import { sendTo } from '../testing/send.ts';

const json = { 'content-type': 'application/json' };

test('K5 on an almost full disk writes get 503 and 507 in the wire’s shape, and reads work', async () => {
  // More than any disk has.
  await using server = await startTestApp({ config: (config) => ({ ...config, minFreeSpace: 2 ** 60 }) });
  const diego = server.as('diego');
  const body = JSON.stringify({ walker_id: diego.walkerId, rating: 5, idempotency_key: randomUUID() });
  const rating = await diego.request('/rest/v1/opinions', { method: 'POST', headers: json, body });
  expect([rating.status, await rating.json()]).toEqual([
    503,
    {
      code: '53100',
      message: 'The disk of the server is full. Nothing was written.',
      details: null,
      hint: null,
    },
  ]);
  const photos = storageClient(server, diego.token).from('pictures');
  const upload = await photos.upload(photoKey(diego.userId), file(await picture()));
  expect(upload.error).toMatchObject({ status: 507, statusCode: '507' });
  const account = JSON.stringify({ email: 'new@example.com', password: 'cordillera nevada 7' });
  const signUp = await server.request('/auth/v1/signup', { method: 'POST', headers: json, body: account });
  expect([signUp.status, signUp.headers.get('retry-after')]).toEqual([503, '5']);

  const walker = await diego.request('/rest/v1/walkers?select=name');
  expect(await walker.json()).toEqual([{ name: 'diego' }]);
  const verify = JSON.stringify({ code: 'none' });
  const call = await server.request('/rest/v1/rpc/verify_walker', {
    method: 'POST',
    headers: json,
    body: verify,
  });
  expect([call.status, await call.json()]).toEqual([200, []]);
  expect((await photos.list()).error).toBeNull();
  expect((await server.request('/health')).status).toBe(200);
});

test('K5 an almost full disk of the data folder takes no part in uploads to an S3 store', async () => {
  await using s3 = await startS3();
  await using server = await startTestApp({ environment: s3.environment });
  const full = createSpace(server.context.config.dataDir, 2 ** 60, server.context.log);
  // The database is another machine's.
  const app = await createApp({ ...server.context, space: { ...server.context.space, files: full } });
  const { token, userId } = server.as('diego');
  const photos = storageClient({ ...server, app }, token).from('pictures');
  const upload = await photos.upload(photoKey(userId), file(await picture()));
  expect(upload.error).toBeNull();
});

test('K5 a write that fails because the disk is full logs one line, which names the request', async () => {
  await using server = await startTestApp({ config: (config) => ({ ...config, minFreeSpace: 2 ** 60 }) });
  const lines: string[] = [];
  const memory = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const app = await createApp({ ...server.context, log: pino({ level: 'info' }, memory) });
  const { keys } = server.context.config;
  const { token, userId, walkerId } = server.as('diego');
  const headers = { ...json, apikey: keys.publishable, authorization: `Bearer ${token}` };
  const account = { email: 'new@example.com', password: 'cordillera nevada 7' };
  for (const [path, body] of [
    ['/rest/v1/opinions', { walker_id: walkerId, rating: 5, idempotency_key: randomUUID() }],
    [`/storage/v1/object/pictures/${photoKey(userId)}`, {}],
    ['/auth/v1/signup', account],
  ] as const) {
    const response = await sendTo(app, path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBeGreaterThanOrEqual(503);
    const [line, ...others] = lines.splice(0);
    expect(others).toEqual([]);
    expect(JSON.parse(line!)).toMatchObject({
      level: 50,
      requestId: response.headers.get('x-request-id'),
      status: response.status,
    });
  }
});
