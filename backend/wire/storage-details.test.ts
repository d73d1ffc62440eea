import sharp from 'sharp';
import { expect, test } from 'vitest';
import { anybody, as, call, must, newPerson, post, service, told } from './people.ts';
import { newBucket, picture } from './pictures.ts';

const [secret, open] = [await newBucket(), await newBucket({ public: true })];
const bucket = service.storage.from(secret);
const openBucket = service.storage.from(open);
const url = (path: string) => `/storage/v1/${path}`;

test('a download streams', async () => {
  const bytes = Buffer.alloc(300_000, 'streamed ');
  must(await bucket.upload('large.bin', bytes, { contentType: 'application/octet-stream' }));
  const stream = must(await bucket.download('large.bin').asStream());
  expect(Buffer.from(await new Response(stream).arrayBuffer()).equals(bytes)).toBe(true);
});

test('a part is given only of the version that was asked for', async () => {
  must(await openBucket.upload('parts.txt', '0123456789', { contentType: 'text/plain' }));
  const get = (headers: Record<string, string>) =>
    call(url(`object/public/${open}/parts.txt`), { headers }).then(async (answer) => [
      answer.status,
      await answer.text(),
    ]);
  const { headers } = await call(url(`object/public/${open}/parts.txt`), { method: 'HEAD' });
  const range = 'bytes=2-4';
  expect(await get({ range, 'if-range': headers.get('etag')! })).toEqual([206, '234']);
  expect(await get({ range, 'if-range': '"another"' })).toEqual([200, '0123456789']);
  expect(await get({ range: 'bytes=7-' })).toEqual([206, '789']);
  expect(await get({ 'if-none-match': '"another"' })).toEqual([200, '0123456789']);
});

test('what is known of an object is told under each of its addresses', async () => {
  must(await openBucket.upload('known.txt', 'x', { metadata: { a: 1 }, contentType: 'text/plain' }));
  for (const [path, headers] of [
    [`object/info/${open}/known.txt`, as()],
    [`object/info/authenticated/${open}/known.txt`, as()],
    [`object/info/public/${open}/known.txt`, {}],
  ] as const) {
    const { status, body } = await told(call(url(path), { headers }));
    expect([path, status]).toEqual([path, 200]);
    expect(body).toMatchObject({
      name: 'known.txt',
      bucket_id: open,
      size: 1,
      content_type: 'text/plain',
      cache_control: expect.any(String),
      etag: expect.stringMatching(/^".+"$/),
      metadata: { a: 1 },
      last_modified: expect.any(String),
      created_at: expect.any(String),
    });
    expect(body).not.toHaveProperty('updated_at');
  }
  const { publicUrl } = openBucket.getPublicUrl('known.txt').data;
  expect(await (await fetch(publicUrl)).text()).toBe('x');
});

test('lists are sorted as wanted, from the root too', async () => {
  const id = await newBucket();
  const own = service.storage.from(id);
  for (const name of ['b.txt', 'a.txt', 'folder/c.txt']) must(await own.upload(name, 'x'));
  const names = async (options?: object) => must(await own.list(undefined, options)).map(({ name }) => name);
  expect((await names()).toSorted()).toEqual(['a.txt', 'b.txt', 'folder']);
  const files = async (column: string, order: string) =>
    (await names({ sortBy: { column, order } })).filter((name) => name.endsWith('.txt'));
  expect(await files('name', 'desc')).toEqual(['b.txt', 'a.txt']);
  expect(await files('created_at', 'asc')).toEqual(['b.txt', 'a.txt']);
  expect(await files('updated_at', 'desc')).toEqual(['a.txt', 'b.txt']);
  const wrong = await own.list('', { sortBy: { column: 'metadata', order: 'asc' } });
  expect(wrong.error).toMatchObject({ status: 400, statusCode: '400' });
  const descending = must(
    await own.listV2({ with_delimiter: true, sortBy: { column: 'name', order: 'desc' } }),
  );
  expect(descending.objects.map(({ name }) => name)).toEqual(['b.txt', 'a.txt']);
  expect(descending.folders.map(({ name }) => name)).toEqual(['folder/']);
});

test('a copy keeps what is known of the object, replaces only when it may', async () => {
  const options = { cacheControl: '77', metadata: { kept: true }, contentType: 'text/plain' };
  must(await bucket.upload('origin.txt', 'x', options));
  must(await bucket.copy('origin.txt', 'copied.txt'));
  expect(must(await bucket.info('copied.txt'))).toMatchObject({
    metadata: { kept: true },
    cacheControl: 'max-age=77',
    contentType: 'text/plain',
  });
  const body = { bucketId: secret, sourceKey: 'origin.txt', destinationKey: 'copied.txt' };
  const again = (headers: Record<string, string>) =>
    told(post(url('object/copy'), body, { ...as(), ...headers }));
  expect(await again({})).toMatchObject({ status: 400, body: { statusCode: '409' } });
  expect(await again({ 'x-upsert': 'true' })).toMatchObject({
    status: 200,
    body: { Key: `${secret}/copied.txt`, Id: expect.any(String) },
  });
  expect((await bucket.move('origin.txt', 'copied.txt')).error).toMatchObject({ statusCode: '409' });
});

test('several signed URLs may be downloads under a name', async () => {
  must(await bucket.upload('signed.txt', 'x', { contentType: 'text/plain' }));
  const [signed] = must(await bucket.createSignedUrls(['signed.txt'], 60, { download: 'recibo.txt' }));
  const answer = await fetch(signed?.signedUrl ?? '');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*recibo\.txt/);
  expect((await call(url(`object/sign/${secret}/signed.txt`), { method: 'POST' })).status).toBe(400);
  const upload = must(await bucket.createSignedUploadUrl('with-data.txt'));
  must(
    await anybody.storage.from(secret).uploadToSignedUrl('with-data.txt', upload.token, 'x', {
      contentType: 'text/plain',
      cacheControl: '55',
    }),
  );
  expect(must(await bucket.info('with-data.txt')).cacheControl).toBe('max-age=55');
});

test('pictures: each way of fitting, the quality, and the type that is asked for', async () => {
  must(await openBucket.upload('p.jpg', await picture(400, 200), { contentType: 'image/jpeg' }));
  const made = async (transform: object, headers: Record<string, string> = {}) => {
    const { publicUrl } = openBucket.getPublicUrl('p.jpg', { transform }).data;
    const answer = await fetch(publicUrl, { headers });
    expect(answer.status).toBe(200);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { width, height, format } = await sharp(bytes).metadata();
    return { size: [width, height], format, bytes: bytes.length };
  };
  expect((await made({ width: 100, height: 100 })).size).toEqual([100, 100]);
  expect((await made({ width: 100, height: 100, resize: 'cover' })).size).toEqual([100, 100]);
  expect((await made({ width: 100, height: 100, resize: 'contain' })).size).toEqual([100, 50]);
  expect((await made({ width: 100, height: 100, resize: 'fill' })).size).toEqual([100, 100]);
  expect((await made({ height: 50 })).size[1]).toBe(50);
  const webp = { accept: 'image/webp,*/*' };
  expect((await made({ width: 50, format: 'origin' }, webp)).format).toBe('jpeg');
  for (const transform of [{ quality: 5 }, { quality: 101 }, { width: -1 }]) {
    const { publicUrl } = openBucket.getPublicUrl('p.jpg', { transform }).data;
    expect(await told(fetch(publicUrl))).toMatchObject({ status: 400, body: { statusCode: '400' } });
  }
});

test('what there is no place for is refused with its name', async () => {
  const purge = await told(call(url(`cdn/${secret}/signed.txt`), { method: 'DELETE', headers: as() }));
  expect(purge.body).toMatchObject({ statusCode: '409', code: 'FeatureNotEnabled' });
  expect((await bucket.purgeCache('signed.txt')).error).toBeTruthy();
  expect((await service.storage.purgeBucketCache(secret)).error).toBeTruthy();
  expect((await service.storage.getBucketLifecycle(secret)).error).toBeTruthy();
});

test('a walker lists, moves and replaces only what is its own', async () => {
  const { client, user } = await newPerson();
  const photos = client.storage.from('pictures');
  const file = new File([new Uint8Array(await picture())], 'p.jpg', { type: 'image/jpeg' });
  const [one, two] = [`profile-photos/${user.id}-1.jpg`, `profile-photos/${user.id}-2.jpg`];
  must(await photos.upload(one, file));
  const other = await newPerson();
  const foreign = other.client.storage.from('pictures');
  expect((await foreign.remove([one])).data).toEqual([]);
  expect((await foreign.move(one, two)).error).toBeTruthy();
  expect((await foreign.upload(one, file, { upsert: true })).error).toMatchObject({ statusCode: '403' });
  expect(must(await anybody.storage.from('pictures').list('profile-photos'))).toEqual([]);
  expect(must(await photos.remove([one]))).toHaveLength(1);
});
