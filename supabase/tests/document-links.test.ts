import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goodPassword, sendAsAdmin, signIn, signUp } from '../../backend/testing/auth/auth.ts';
import { file as photoFile, picture, storageClient } from '../../backend/testing/storage.ts';
import { findUrlRules } from '../../backend/storage/store/buckets.ts';
import { createSignedUrls } from '../../backend/storage/signing/signed-urls.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { sendTo } from '../../backend/testing/send.ts';

let server: ProductApp;
let licence: string;
let photo: string;
beforeAll(async () => {
  server = await startProductApp();
  const folder = `drivers/${server.as('diego').driverId}`;
  [licence, photo] = [`${folder}/licence.pdf`, `${folder}/licence.jpg`];
  const files = bucket(server.context.config.keys.secret);
  await files.upload(licence, new Blob(['%PDF-1.4 of diego'], { type: 'application/pdf' }));
  await files.upload(photo, photoFile(await picture()));
});
afterAll(() => server[Symbol.asyncDispose]());

/** Signs in as the driver diego, in a new session. */
let diego: { readonly token: string; readonly userId: string };
beforeEach(async () => {
  const { access_token: token, user } = await signUp(server);
  diego = { token, userId: user.id };
  await server.context.db.query('delete from user_drivers where driver_id = $1', [driverId()]);
  await server.context.db.query('insert into user_drivers values ($1, $2)', [user.id, driverId()]);
});

const driverId = () => server.as('diego').driverId;
const bucket = (token?: string) => storageClient(server, token).from('documentos');
const secret = () => server.context.config.keys.secret;

function sign(token: string, body: unknown, path = `documentos/${licence}`): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return server.request(`/storage/v1/object/sign/${path}`, { method: 'POST', headers, body: text });
}

async function linkOf(token: string, options: { transform?: { width: number } } = {}): Promise<string> {
  const key = options.transform ? photo : licence;
  const { data, error } = await bucket(token).createSignedUrl(key, 300, options);
  expect(error).toBeNull();
  return data!.signedUrl;
}

async function open(link: string) {
  const response = await sendTo(server.app, link);
  const isFound = response.status === 200;
  return isFound ? 'opened' : ((await response.json()) as { code: string }).code;
}

const tenYears = 315_360_000;

describe('the time of a link', () => {
  test.each([301, tenYears, '300', '1e1', -1, 0, 1.5, null, 1e300, [300]])(
    'N5: a link to a document for %j seconds is refused',
    async (expiresIn) => {
      for (const token of [diego.token, server.as('carla').token, secret()])
        for (const [body, path] of [
          [{ expiresIn }, undefined],
          [{ expiresIn, transform: { width: 10 } }, `documentos/${photo}`],
          [{ expiresIn, paths: [licence, photo] }, 'documentos'],
        ] as const) {
          const response = await sign(token, body, path);
          expect([response.status, await response.json()]).toMatchObject([400, { code: 'InvalidRequest' }]);
        }
    },
  );

  test.each([
    '{"expiresIn":NaN}',
    '{"expiresIn":Infinity}',
    '{"expiresIn":1e999}',
    '{"expiresIn":60,"expiresIn":301}',
  ])('N5: a link to a document with the body %s is refused', async (body) => {
    const response = await sign(diego.token, body);
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'InvalidRequest' }]);
  });

  test('N5: five minutes is the most, and the error says so', async () => {
    const { error } = await bucket(diego.token).createSignedUrl(licence, tenYears);
    expect(error?.message).toBe('body/expiresIn must be <= 300 in this bucket');
    expect(await open(await linkOf(diego.token))).toBe('opened');
    const many = await bucket(diego.token).createSignedUrls([licence, photo], 300);
    for (const entry of many.data ?? []) expect(await open(entry.signedUrl ?? '')).toBe('opened');
  });

  test('N5: links that an earlier version made for ten years have ended', async () => {
    const { signDownload } = createSignedUrls(server.context.deriveSecrets('signed storage urls'));
    const address = { bucket: 'documentos', key: licence };
    for (const seconds of [tenYears, 60]) {
      const token = await signDownload(address, { seconds, transformations: '' });
      const path = `/storage/v1/object/sign/documentos/${licence}?token=${token}`;
      expect(await open(path)).toBe('InvalidSignature');
    }
  });

  test('P6: every private bucket of the database has links of five minutes that follow their creator', async () => {
    const { db } = server.context;
    await storageClient(server, secret()).createBucket('later', { public: false });
    const buckets = await db.query<{ id: string }>('select id from storage.buckets where not public');
    expect(buckets.map(({ id }) => id).sort()).toEqual(['casos', 'documentos', 'later']);
    for (const { id } of buckets)
      expect([id, await findUrlRules(server.context, id)]).toEqual([
        id,
        { maxSeconds: 300, followsCreator: true },
      ]);
  });

  test('P6: a public bucket that becomes private has them from then on', async () => {
    const files = storageClient(server, secret());
    await files.createBucket('flyers', { public: true });
    await files.from('flyers').upload('a.jpg', photoFile(await picture()));
    const { data } = await files.from('flyers').createSignedUrl('a.jpg', tenYears);
    expect(await open(data!.signedUrl)).toBe('opened');
    await files.updateBucket('flyers', { public: false });
    expect(await open(data!.signedUrl)).toBe('InvalidSignature');
    const many = await sign(secret(), { expiresIn: tenYears, paths: ['a.jpg'] }, 'flyers');
    expect(await many.json()).toMatchObject({ code: 'InvalidRequest' });
    await files.emptyBucket('flyers');
    await files.deleteBucket('flyers');
  });

  test('P6: a link to the photo of a case ends with the office’s account', async () => {
    const name = randomUUID();
    await storageClient(server, secret())
      .from('casos')
      .upload(name, photoFile(await picture()));
    const { user } = await signUp(server);
    const change = (body: object) => sendAsAdmin(server, `/admin/users/${user.id}`, { method: 'PUT', body });
    await change({ app_metadata: { role: 'office' } });
    await change({ password: goodPassword });
    const token = String((await signIn(server, user.email!)).body['access_token']);
    const photos = storageClient(server, token).from('casos');
    expect((await photos.createSignedUrl(name, tenYears)).error?.message).toContain('must be <= 300');
    const { data } = await photos.createSignedUrl(name, 300);
    expect(await open(data!.signedUrl)).toBe('opened');
    await change({ app_metadata: { role: null } });
    expect(await open(data!.signedUrl)).toBe('AccessDenied');
  });

  test('N5: public buckets sign for as long as before', async () => {
    const key = `profile-photos/${diego.userId}-1.jpg`;
    const photos = storageClient(server, diego.token).from('imagenes');
    await photos.upload(key, photoFile(await picture()));
    const { data } = await photos.createSignedUrl(key, tenYears);
    expect(await open(data?.signedUrl ?? '')).toBe('opened');
  });
});

describe('a link ends with its creator', () => {
  const ends = {
    'is blocked': async () => {
      await sendAsAdmin(server, `/admin/users/${diego.userId}`, {
        method: 'PUT',
        body: { ban_duration: '24h' },
      });
    },
    'signs out': async () => {
      const headers = { authorization: `Bearer ${diego.token}` };
      await server.request('/auth/v1/logout?scope=local', { method: 'POST', headers });
    },
    'is deleted': async () => {
      await sendAsAdmin(server, `/admin/users/${diego.userId}`, { method: 'DELETE' });
    },
    'no longer belongs to the driver': async () => {
      await server.context.db.query('delete from user_drivers where user_id = $1', [diego.userId]);
    },
  };

  test.each(Object.entries(ends))('N5: who %s', async (_, end) => {
    const [link, rendition] = [
      await linkOf(diego.token),
      await linkOf(diego.token, { transform: { width: 10 } }),
    ];
    const many = await bucket(diego.token).createSignedUrls([licence], 300);
    const links = [link, rendition, many.data?.[0]?.signedUrl ?? '', `${link}&download=a.pdf`];
    for (const each of links) expect(await open(each)).toBe('opened');
    await end();
    for (const each of links) expect(['AccessDenied', 'NoSuchKey']).toContain(await open(each));
  });

  test('N5: the secret key has no session, so its links last their time', async () => {
    expect(await open(await linkOf(secret()))).toBe('opened');
  });

  test('N5: nobody without an account signs', async () => {
    expect((await bucket().createSignedUrl(licence, 60)).error).toMatchObject({ code: 'NoSuchKey' });
    const many = await bucket().createSignedUrls([licence], 60);
    expect(many.data?.map(({ signedUrl }) => signedUrl)).toEqual([null]);
  });
});
