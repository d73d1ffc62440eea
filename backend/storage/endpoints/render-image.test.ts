import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';
import { sendTo } from '../../testing/send.ts';

let server: TestApp;
const publicPath = '/storage/v1/render/image/public/pictures/wide.jpg';
beforeAll(async () => {
  server = await startTestApp();
  await pictures().upload('wide.jpg', file(await picture(800, 400)));
  const clear = sharp({ create: { width: 60, height: 60, channels: 4, background: '#00000000' } });
  await service().createBucket('mixed', { public: true });
  await mixed().upload('clear.png', await clear.png().toBuffer(), { contentType: 'image/png' });
  await mixed().upload('anim.gif', await picture(30, 30, 'gif'), { contentType: 'image/gif' });
  await mixed().upload('page.jpg', Buffer.from('<html>'), { contentType: 'image/jpeg' });
});
afterAll(() => server[Symbol.asyncDispose]());

const service = () => storageClient(server, server.context.config.keys.secret);
const pictures = () => service().from('pictures');
const mixed = () => service().from('mixed');

async function rendered(path: string, init?: RequestInit) {
  const response = await server.request(path, init);
  expect(response.status, await response.clone().text()).toBe(200);
  const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  return { size: `${width}x${height}`, format, headers: response.headers };
}

describe('the size', () => {
  test.each([
    ['width=200&height=200', '200x200'],
    ['width=200&height=200&resize=cover', '200x200'],
    ['width=200&height=200&resize=contain', '200x100'],
    ['width=200&height=200&resize=fill', '200x200'],
    ['width=200', '200x100'],
    ['height=100', '200x100'],
    ['width=5000', '800x400'],
    ['width=99999&height=99999&resize=contain', '800x400'],
    ['quality=20', '800x400'],
    ['width=0', '800x400'],
    ['', '800x400'],
  ])('%s gives %s', async (query, size) => {
    expect((await rendered(`${publicPath}?${query}`)).size).toBe(size);
  });

  test('appears in the header, in imgproxy’s format', async () => {
    const all = 'width=200&height=200&resize=fill&quality=60';
    expect((await rendered(`${publicPath}?${all}`)).headers.get('x-transformations')).toBe(
      'height:200,width:200,resizing_type:force,quality:60',
    );
    const cover = await rendered(`${publicPath}?width=9999&format=origin`);
    expect(cover.headers.get('x-transformations')).toBe('width:2500,resizing_type:fill');
    expect((await rendered(publicPath)).headers.get('x-transformations')).toBeNull();
  });

  test.each([
    'width=-1',
    'width=abc',
    'width=1.5',
    'height=1e3',
    'quality=19',
    'quality=101',
    'resize=stretch',
    'format=png',
  ])('rejects %s', async (query) => {
    const response = await server.request(`${publicPath}?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  });
});

describe('the format', () => {
  const webp = { headers: { accept: 'image/avif,image/webp,*/*' } };

  test('is WebP for clients that accept it, otherwise the stored format', async () => {
    expect((await rendered(`${publicPath}?width=10`)).format).toBe('jpeg');
    const modern = await rendered(`${publicPath}?width=10`, webp);
    expect([modern.format, modern.headers.get('content-type')]).toEqual(['webp', 'image/webp']);
    expect(modern.headers.get('vary')).toMatch(/Accept/);
    expect((await rendered(`${publicPath}?width=10&format=origin`, webp)).format).toBe('jpeg');
    const avif = await rendered(`${publicPath}?width=10&format=avif`);
    expect(avif.headers.get('content-type')).toBe('image/avif');
    expect(avif.headers.get('x-transformations')).toMatch(/,format:avif$/);
  });

  test.each([
    ['clear.png', 'png'],
    ['anim.gif', 'gif'],
  ])('%s keeps its format', async (name, format) => {
    const path = `/storage/v1/render/image/public/mixed/${name}?width=20`;
    expect(await rendered(path)).toMatchObject({ format, size: '20x20' });
  });

  test('rejects an object that is not a picture', async () => {
    const response = await server.request('/storage/v1/render/image/public/mixed/page.jpg?width=20');
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  });
});

test('a rendition has an ETag for revalidation', async () => {
  const { headers } = await rendered(`${publicPath}?width=50`);
  const etag = headers.get('etag') ?? '';
  const again = await server.request(`${publicPath}?width=50`, { headers: { 'if-none-match': etag } });
  expect(again.status).toBe(304);
  const other = await server.request(`${publicPath}?width=51`, { headers: { 'if-none-match': etag } });
  expect(other.status).toBe(200);
  const head = await server.request(`${publicPath}?width=50`, { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(headers.get('content-length'));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
  expect(headers.get('cache-control')).toBe('max-age=3600');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
});

test('concurrent requests for the same rendition all get it', async () => {
  const path = `${publicPath}?width=321&quality=33`;
  const statuses = await Promise.all(
    Array.from({ length: 80 }, async () => (await server.request(path)).status),
  );
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test('renders a replaced picture again, and a deleted one no more', async () => {
  const path = '/storage/v1/render/image/public/pictures/changing.jpg?width=100&height=100&resize=contain';
  await pictures().upload('changing.jpg', file(await picture(400, 400)));
  expect((await rendered(path)).size).toBe('100x100');
  await pictures().update('changing.jpg', file(await picture(400, 200)));
  expect((await rendered(path)).size).toBe('100x50');
  await pictures().remove(['changing.jpg']);
  expect(await (await server.request(path)).json()).toMatchObject({ code: 'NoSuchKey' });
});

describe('with the official client', () => {
  const transform = { width: 30, height: 30, resize: 'contain', quality: 60 } as const;
  const sizeOf = async (bytes: ArrayBuffer) => (await sharp(Buffer.from(bytes)).metadata()).width;

  test('with the public URL', async () => {
    const { data } = pictures().getPublicUrl('wide.jpg', { transform });
    expect((await rendered(data.publicUrl)).size).toBe('30x15');
    const hidden = data.publicUrl.replace('/pictures/', '/nowhere/');
    expect(await (await server.request(hidden)).json()).toMatchObject({ code: 'NoSuchBucket' });
  });

  test('downloads with the caller’s rights', async () => {
    const key = photoKey(server.as('diego').userId, 'rendered.jpg');
    const as = (name: 'diego' | 'elena') => storageClient(server, server.as(name).token).from('pictures');
    await as('diego').upload(key, file(await picture(300, 300)));
    const { data } = await as('diego').download(key, { transform });
    expect(await sizeOf((await data?.arrayBuffer()) ?? new ArrayBuffer())).toBe(30);
    expect((await as('elena').download(key, { transform })).error).toMatchObject({ statusCode: '404' });
  });

  test('with a signed URL, whose token decides the transformation', async () => {
    const { data } = await pictures().createSignedUrl('wide.jpg', 60, { transform });
    const url = data?.signedUrl ?? '';
    expect(url).toContain('/render/image/sign/pictures/wide.jpg?token=');
    const picture = await rendered(`${url}&width=700`);
    expect(picture.size).toBe('30x15');
    expect(picture.headers.get('x-transformations')).toBe('height:30,width:30,resizing_type:fit,quality:60');
    expect(picture.headers.get('expires')).not.toBeNull();
    const forged = await server.request('/storage/v1/render/image/sign/pictures/wide.jpg?token=x');
    expect(await forged.json()).toMatchObject({ code: 'InvalidJWT' });
  });
});

test('with transformations disabled the routes do not exist, and signed URLs serve the stored picture', async () => {
  await using plain = await startTestApp({
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: {
        ...protocol,
        storage: { ...protocol.storage, image_transformation: { enabled: false } },
      },
    }),
  });
  const photos = storageClient(plain, plain.context.config.keys.secret).from('pictures');
  await photos.upload('wide.jpg', file(await picture(80, 40)));
  const response = await plain.request(`${publicPath}?width=10`);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ statusCode: '404', error: 'Not Found' });
  const { data } = await photos.createSignedUrl('wide.jpg', 60, { transform: { width: 10 } });
  expect(data?.signedUrl).toContain('/object/sign/');
});

test('limits new renditions per network; serves other networks and cached renditions', async () => {
  const from = async (address: string, width: number) => {
    const path = `${publicPath}?width=${width}`;
    return (await sendTo(server.app, path, {}, { address })).status;
  };
  const statuses: number[] = [];
  for (let width = 300; width < 500; width += 1) statuses.push(await from('203.0.113.1', width));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(120);
  expect(statuses.at(-1)).toBe(429);
  expect(await from('203.0.113.1', 400)).toBe(200);
  expect(await from('203.0.113.2', 501)).toBe(200);
});
