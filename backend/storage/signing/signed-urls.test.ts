import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { goodPassword, sendAsAdmin, signIn, signUp } from '../../testing/auth/auth.ts';
import { createSignedUrls } from './signed-urls.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';
import { sendTo } from '../../testing/send.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await service().createBucket('papers', { public: false });
  for (const key of ['a.txt', 'folder/b c.txt', 'hidden.txt'])
    await papers().upload(key, Buffer.from(key), { contentType: 'text/plain' });
});
afterAll(() => server[Symbol.asyncDispose]());

const service = () => storageClient(server, server.context.config.keys.secret);
const papers = () => service().from('papers');
const photos = (name: 'diego' | 'elena') => storageClient(server, server.as(name).token).from('pictures');
const terms = { seconds: 60, transformations: '' };
const serviceGrant = { role: 'service_role', owner: null, session: null, upsert: false };
const newKey = () => photoKey(server.as('diego').userId, `${randomUUID()}.jpg`);
const send = async (url: string, init?: RequestInit) => sendTo(server.app, url, init);

async function refused(url: string, code: string, message?: string, init?: RequestInit) {
  const response = await send(url, init);
  expect(response.status).toBe(400);
  const body = (await response.json()) as { message: string };
  expect(body).toMatchObject({ code, ...(message !== undefined && { message }) });
}

describe('a URL for download', () => {
  test.each(['a.txt', 'folder/b c.txt'])('for %s works for everyone until it expires', async (key) => {
    const { data } = await papers().createSignedUrl(key, 60);
    const response = await send(data?.signedUrl ?? '');
    expect(await response.text()).toBe(key);
    const expires = Date.parse(response.headers.get('expires') ?? '') - Date.now();
    expect(expires).toBeGreaterThan(50_000);
    expect(expires).toBeLessThanOrEqual(60_000);
    expect(response.headers.get('cache-control')).toBe('private');
    const part = await send(data?.signedUrl ?? '', { headers: { range: 'bytes=0-0' } });
    expect([part.status, await part.text()]).toEqual([206, key[0]]);
  });

  test('is relative to storage/v1 and has a token in the wire format', async () => {
    const response = await server.service('/storage/v1/object/sign/papers/a.txt', {
      method: 'POST',
      body: '{"expiresIn":60}',
    });
    const { signedURL } = (await response.json()) as { signedURL: string };
    const [path, token = ''] = signedURL.split('?token=');
    expect(path).toBe('/object/sign/papers/a.txt');
    const claims = decodeJwt(token);
    expect(claims).toMatchObject({ url: 'papers/a.txt', scope: 'download' });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(60);
  });

  test('can set a file name', async () => {
    const options = { download: 'copy.txt' };
    const { data } = await papers().createSignedUrl('a.txt', 60, options);
    const { headers } = await send(data?.signedUrl ?? '');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="copy\.txt"/);
    const plain = await papers().createSignedUrl('a.txt', 60, { download: true });
    const answer = await send(plain.data?.signedUrl ?? '');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
  });

  test('needs the right to read', async () => {
    const key = newKey();
    await photos('diego').upload(key, file(await picture()));
    expect((await photos('diego').createSignedUrl(key, 60)).error).toBeNull();
    const other = await photos('elena').createSignedUrl(key, 60);
    expect(other.error).toMatchObject({ statusCode: '404', message: 'Object not found' });
    expect((await papers().createSignedUrl('nothing', 60)).error).toMatchObject({ statusCode: '404' });
  });

  test('for many keys reports the keys it cannot sign', async () => {
    const { data } = await papers().createSignedUrls(['a.txt', 'nothing', 'folder/b c.txt'], 60);
    const error = 'Either the object does not exist or you do not have access to it';
    expect(data?.map((entry) => [entry.path, entry.error, entry.signedUrl === null])).toEqual([
      ['a.txt', null, false],
      ['nothing', error, true],
      ['folder/b c.txt', null, false],
    ]);
    expect(await (await send(data?.[2]?.signedUrl ?? '')).text()).toBe('folder/b c.txt');
  });

  test('is rejected once expired, changed, or used for another object', async () => {
    const { signing } = server.context.config.keys;
    const address = { bucket: 'papers', key: 'a.txt' };
    const sign = createSignedUrls(server.context.deriveSecrets('signed storage urls'));
    const base = `${server.context.config.publicUrl}/storage/v1`;
    const url = (token: string, key = 'a.txt') => `${base}/object/sign/papers/${key}?token=${token}`;
    const past = await sign.signDownload(address, { seconds: -10, transformations: '' });
    await refused(url(past), 'InvalidJWT', '"exp" claim timestamp check failed');
    const good = await sign.signDownload(address, terms);
    expect((await send(url(good))).status).toBe(200);
    await refused(url(good, 'hidden.txt'), 'InvalidSignature', 'Invalid signature');
    await refused(url(`${good}x`), 'InvalidJWT');
    await refused(url('nonsense'), 'InvalidJWT', 'Invalid Compact JWS');
    await refused(url(server.as('diego').token), 'InvalidJWT');
    const upload = await sign.signUpload(address, 60, serviceGrant);
    await refused(url(upload), 'InvalidSignature');
    const forged = await new SignJWT({ url: 'papers/a.txt', scope: 'download' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(signing[0]?.d));
    await refused(url(forged), 'InvalidJWT');
    await refused(`${base}/object/sign/papers/a.txt`, 'InvalidRequest');
  });

  test('works for nothing else', async () => {
    const { data } = await papers().createSignedUrl('a.txt', 60);
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
    const response = await server.request('/rest/v1/walkers', {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(401);
  });

  test('survives a rotation of the secret', async () => {
    const key = Buffer.from('former');
    const before = createSignedUrls([key]);
    const after = createSignedUrls([Buffer.from('new'), key]);
    const address = { bucket: 'b', key: 'k' };
    const grant = await after.verifyDownload(await before.signDownload(address, terms), address);
    expect(grant.transformations).toBe('');
  });
});

test.each([{}, { expiresIn: 0 }, { expiresIn: 1.5 }, { expiresIn: 1e300 }, { expiresIn: '60' }, []])(
  'signing rejects %j',
  async (body) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const response = await server.service('/storage/v1/object/sign/papers/a.txt', init);
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  },
);

describe('a URL for upload', () => {
  test('lets its holder store the object once, on behalf of its creator', async () => {
    const key = newKey();
    const { data } = await photos('diego').createSignedUploadUrl(key);
    const token = data?.token ?? '';
    expect(decodeJwt(token)).toMatchObject({
      url: `pictures/${key}`,
      scope: 'upload',
      upsert: false,
      owner: server.as('diego').userId,
    });
    const nobody = storageClient(server).from('pictures');
    const photo = file(await picture());
    const stored = await nobody.uploadToSignedUrl(key, token, photo);
    expect(stored.data).toEqual({ path: key, fullPath: `pictures/${key}` });
    const again = await nobody.uploadToSignedUrl(key, token, photo, { upsert: true });
    expect(again.error).toMatchObject({ statusCode: '409' });
    const elsewhere = await nobody.uploadToSignedUrl(newKey(), token, photo);
    expect(elsewhere.error).toMatchObject({ statusCode: '400', message: 'Invalid signature' });
    expect((await photos('diego').remove([key])).data?.[0]).toMatchObject({
      owner_id: server.as('diego').userId,
    });
  });

  test('with upsert can be used repeatedly', async () => {
    const { data } = await papers().createSignedUploadUrl('folder/b c.txt', { upsert: true });
    const nobody = storageClient(server).from('papers');
    for (const text of ['one', 'two']) {
      const body = Buffer.from(text);
      const { error } = await nobody.uploadToSignedUrl('folder/b c.txt', data?.token ?? '', body);
      expect(error).toBeNull();
    }
    expect(await (await papers().download('folder/b c.txt')).data?.text()).toBe('two');
    const put = await send(data?.signedUrl ?? '', { method: 'PUT', body: 'folder/b c.txt' });
    expect(await put.json()).toEqual({ Key: 'papers/folder/b c.txt' });
  });

  test('needs the right to upload, and obeys the rules of the bucket', async () => {
    const key = newKey();
    const denied = { statusCode: '403', message: 'new row violates row-level security policy' };
    expect((await photos('elena').createSignedUploadUrl(key)).error).toMatchObject(denied);
    const taken = await papers().createSignedUploadUrl('a.txt');
    expect(taken.error).toMatchObject({ statusCode: '409' });
    const nowhere = await service().from('nowhere').createSignedUploadUrl('a.txt');
    expect(nowhere.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    const { data } = await photos('diego').createSignedUploadUrl(key);
    const html = new Blob(['<script>'], { type: 'image/jpeg' });
    const stored = await storageClient(server)
      .from('pictures')
      .uploadToSignedUrl(key, data?.token ?? '', html);
    expect(stored.error).toMatchObject({ statusCode: '415' });
  });

  test('V23.3: ends with its creator’s session, and with the ban or deletion of the account', async () => {
    const { db } = server.context;
    const ends = {
      session: 'delete from auth.sessions where user_id = $1',
      block: `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
      account: 'delete from auth.users where id = $1',
    };
    for (const sql of Object.values(ends)) {
      const { access_token: token, user } = await signUp(server);
      const key = photoKey(user.id);
      const { data } = await storageClient(server, token).from('pictures').createSignedUploadUrl(key);
      await db.query(sql, [user.id]);
      const nobody = storageClient(server).from('pictures');
      const { error } = await nobody.uploadToSignedUrl(key, data?.token ?? '', file(await picture()));
      expect(error).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
      expect((await nobody.exists(key)).data).toBe(false);
    }
  });

  test('V23.3: of an administrator has the account’s rights at the time of the upload', async () => {
    const { user } = await signUp(server);
    await sendAsAdmin(server, `/admin/users/${user.id}`, {
      method: 'PUT',
      body: { app_metadata: { role: 'admin' }, password: goodPassword },
    });
    const renewed = await signIn(server, user.email ?? '');
    const admin = storageClient(server, String(renewed.body['access_token'])).from('pictures');
    const [used, unused] = [newKey(), newKey()];
    const first = await admin.createSignedUploadUrl(used);
    const second = await admin.createSignedUploadUrl(unused);
    const nobody = storageClient(server).from('pictures');
    const photo = file(await picture());
    expect((await nobody.uploadToSignedUrl(used, first.data?.token ?? '', photo)).error).toBeNull();
    await server.context.db.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data - 'role' where id = $1`,
      [user.id],
    );
    const { error } = await nobody.uploadToSignedUrl(unused, second.data?.token ?? '', photo);
    expect(error).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
  });

  test('stores nothing without a token or with a download token', async () => {
    const { data } = await papers().createSignedUrl('a.txt', 60);
    const token = new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
    const base = `${server.context.config.publicUrl}/storage/v1/object/upload/sign/papers/a.txt`;
    const init = { method: 'PUT', body: 'x' };
    await refused(base, 'InvalidRequest', undefined, init);
    await refused(`${base}?token=${token}`, 'InvalidSignature', undefined, init);
    expect(await (await papers().download('a.txt')).data?.text()).toBe('a.txt');
  });
});
