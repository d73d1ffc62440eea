import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { newEmail, signUp } from '../../backend/testing/auth/auth.ts';
import { file, photoKey, picture, storageClient } from '../../backend/testing/storage.ts';

let server: ProductApp;
let photo: File;
beforeAll(async () => {
  server = await startProductApp();
  photo = file(await picture());
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query('update public.drivers set photo_url = null');
  await server.context.db.query('delete from storage.objects');
});

const photos = (token: string) => storageClient(server, token).from('imagenes');
const publicUrl = (key: string) => photos('').getPublicUrl(key).data.publicUrl;
const denied = { statusCode: '403', code: 'AccessDenied' };

async function upload(name: 'diego' | 'elena' | 'carla', key = newKey(name)): Promise<string> {
  const { error } = await photos(server.as(name).token).upload(key, photo);
  expect(error).toBeNull();
  return key;
}

function newKey(name: 'diego' | 'elena' | 'carla'): string {
  return photoKey(server.as(name).userId, `${randomUUID()}.jpg`);
}

/** A person who has just signed up. */
async function newcomer(claims: Record<string, unknown> = {}) {
  const { access_token: given, user } = await signUp(server, newEmail());
  const payload = JSON.parse(Buffer.from(given.split('.')[1] ?? '', 'base64url').toString('utf8')) as object;
  const token = await server.context.tokens.sign({ ...payload, ...claims });
  return { userId: user.id, token, photos: photos(token) };
}

async function register({ userId, token }: { userId: string; token: string }, photoUrl: string | null) {
  const mark = randomUUID().slice(0, 6).toUpperCase();
  const response = await server.request('/rest/v1/drivers', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    },
    body: JSON.stringify({
      name: 'Ana Soto',
      license_plate: mark,
      driver_code: mark,
      photo_url: photoUrl,
      created_by: userId,
    }),
  });
  return { status: response.status, body: (await response.json()) as { code?: string } };
}

describe('the photo of a driver record', () => {
  test('V4, V23.11: is one of the own account, at any origin, or none', async () => {
    const path = (id: string) => `/storage/v1/object/public/imagenes/profile-photos/${id}-1700000000000.jpg`;
    for (const origin of [server.context.config.publicUrl, '', 'https://taxi.example:8443']) {
      const ana = await newcomer();
      expect(await register(ana, `${origin}${path(ana.userId)}`)).toMatchObject({ status: 201 });
    }
    expect(await register(await newcomer(), null)).toMatchObject({ status: 201 });
  });

  test.each([
    ['the photo of somebody else', (_own: string, other: string) => publicUrl(photoKey(other))],
    ['it without an origin', (_own: string, other: string) => new URL(publicUrl(photoKey(other))).pathname],
    [
      'it behind the own one',
      (own: string, other: string) => `${publicUrl(photoKey(own))}/../${other}-1.jpg`,
    ],
    ['an escape', (own: string) => publicUrl(photoKey(own, '%31.jpg'))],
    ['a query', (own: string) => `${publicUrl(photoKey(own))}?v=2`],
    ['a deeper folder', (own: string) => publicUrl(photoKey(own, 'a/b.jpg'))],
    ['another bucket', (own: string) => publicUrl(photoKey(own)).replace('imagenes', 'papers')],
    ['a picture of another host', () => 'https://elsewhere.example/face.jpg'],
    ['no address', () => 'face.jpg'],
    ['a script', () => 'javascript:alert(1)'],
  ])('V4, V23.11: is not %s', async (_name, address) => {
    const ana = await newcomer();
    const refused = await register(ana, address(ana.userId, server.as('diego').userId));
    expect(refused).toMatchObject({ status: 403, body: { code: 'photo_not_own' } });
  });

  test('V23.11: an administrator gives a driver a photo of its account or of the own one, no other', async () => {
    const change = async (photoUrl: string) => {
      const response = await server
        .as('carla')
        .request(`/rest/v1/drivers?id=eq.${server.as('diego').driverId}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ photo_url: photoUrl }),
        });
      return response.status;
    };
    expect(await change(publicUrl(photoKey(server.as('diego').userId)))).toBe(204);
    expect(await change(publicUrl(photoKey(server.as('carla').userId)))).toBe(204);
    expect(await change(publicUrl(photoKey(server.as('elena').userId)))).toBe(403);
    expect(await change('https://elsewhere.example/face.jpg')).toBe(403);
  });

  test('V23.11: one of an earlier installation stays when an administrator changes the rest', async () => {
    const { driverId } = server.as('diego');
    await server.service(`/rest/v1/drivers?id=eq.${driverId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ photo_url: 'https://earlier.example/diego.jpg' }),
    });
    const changed = await server.as('carla').request(`/rest/v1/drivers?id=eq.${driverId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Diego', photo_url: 'https://earlier.example/diego.jpg' }),
    });
    expect(changed.status).toBe(204);
  });
});

describe('a photo that a driver shows', () => {
  async function shown(approved: boolean): Promise<string> {
    const key = await upload('diego');
    await server.context.db.query('update public.drivers set photo_url = $2, approved = $3 where id = $1', [
      server.as('diego').driverId,
      publicUrl(key),
      approved,
    ]);
    return key;
  }

  test.each([true, false])(
    'V15: is neither deleted nor replaced by its driver (approved: %s)',
    async (approved) => {
      const key = await shown(approved);
      const etag = async () => (await server.request(new URL(publicUrl(key)).pathname)).headers.get('etag');
      const before = await etag();
      const own = photos(server.as('diego').token);
      const face = file(await picture(20, 20));
      expect((await own.remove([key])).data).toEqual([]);
      expect((await own.update(key, face)).error).toMatchObject(denied);
      expect((await own.upload(key, face, { upsert: true })).error).toMatchObject(denied);
      expect((await own.move(key, newKey('diego'))).error).not.toBeNull();
      expect(await etag()).toBe(before);
    },
  );

  test('V15: is not put under its name afterwards, nor by a URL that was signed before', async () => {
    const key = newKey('diego');
    const own = photos(server.as('diego').token);
    const signed = await own.createSignedUploadUrl(key, { upsert: true });
    await server.context.db.query('update public.drivers set photo_url = $2 where id = $1', [
      server.as('diego').driverId,
      publicUrl(key),
    ]);
    expect((await own.upload(key, photo)).error).toMatchObject(denied);
    const { error } = await photos('').uploadToSignedUrl(key, signed.data?.token ?? '', photo);
    expect(error).toMatchObject(denied);
  });

  test('V15: is replaced and deleted by administrators; one that nobody shows is deleted by its owner', async () => {
    const key = await shown(true);
    const carla = photos(server.as('carla').token);
    expect((await carla.update(key, file(await picture(20, 20)))).error).toBeNull();
    expect((await carla.remove([key])).data).toHaveLength(1);
    const other = await upload('diego');
    expect((await photos(server.as('diego').token).remove([other])).data).toHaveLength(1);
  });
});

describe('photos of one account', () => {
  const full = 'An account keeps at most 5 photos. Delete one that no driver shows first.';

  test('V21: are five at most, also when all come at once', async () => {
    const own = photos(server.as('diego').token);
    const results = await Promise.all(
      Array.from({ length: 9 }, () => own.upload(newKey('diego'), photo, { upsert: true })),
    );
    const errors = results.flatMap(({ error }) => error ?? []);
    expect(errors).toHaveLength(4);
    for (const error of errors) expect(error).toMatchObject({ statusCode: '403', message: full });
    expect((await own.list('profile-photos')).data).toHaveLength(5);
  });

  test('V21: are five at most by signed URLs and copies too; deleting one makes room', async () => {
    const own = photos(server.as('diego').token);
    const signed = await own.createSignedUploadUrl(newKey('diego'));
    const keys: string[] = [];
    for (let count = 0; count < 5; count += 1) keys.push(await upload('diego'));
    const { path = '', token = '' } = signed.data ?? {};
    expect((await photos('').uploadToSignedUrl(path, token, photo)).error).toMatchObject({ message: full });
    expect((await own.copy(keys[0] ?? '', newKey('diego'))).error).toMatchObject({ message: full });
    expect((await own.createSignedUploadUrl(newKey('diego'))).error).toMatchObject({ message: full });
    expect((await own.remove([keys[0] ?? ''])).data).toHaveLength(1);
    expect((await photos('').uploadToSignedUrl(path, token, photo)).error).toBeNull();
  });

  test('V21: of an administrator are not counted', async () => {
    for (let count = 0; count < 6; count += 1) await upload('carla');
  });

  test('V23.13: there are none of somebody anonymous', async () => {
    const ana = await newcomer({ is_anonymous: true });
    expect((await ana.photos.upload(photoKey(ana.userId), photo)).error).toMatchObject(denied);
    const bert = await newcomer();
    expect((await bert.photos.upload(photoKey(bert.userId), photo)).error).toBeNull();
  });
});
