import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enforceRetention } from '../../backend/retention/schedule.ts';
import { file, picture, storageClient } from '../../backend/testing/storage.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';
import { maxPictureSidePixels } from '../../shared/limits.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const day = 24 * 60 * 60_000;
const inDays = (days: number): Date => new Date(Date.now() + days * day);
const pictures = () => storageClient(server, server.as('carla').token).from('contenido');
const address = (name: string): string => `/storage/v1/object/public/contenido/${name}`;

async function upload(name: string, body = picture()): Promise<string> {
  const { error } = await pictures().upload(name, file(await body));
  expect(error).toBeNull();
  return name;
}

/** The content with one picture per name. */
function contentWith(...names: readonly string[]): string {
  const all = names.map((path) => ({
    id: path.replace('.', '-'),
    path,
    focus: { x: 50, y: 50 },
    alt: { es: path },
  }));
  return JSON.stringify({ ...readFirstRelease(), pictures: all });
}

/** Adds a release that was published so many days ago. */
async function publish(daysAgo: number, ...names: readonly string[]): Promise<void> {
  await server.context.db.query(
    `insert into content_releases (id, content, published_at)
     select max(id) + 1, $1::jsonb, now() - $2::integer * interval '1 day' from content_releases`,
    [contentWith(...names), daysAgo],
  );
}

test('F7 F11 a picture becomes a JPEG without metadata, of the size that the browser sends at most', async () => {
  const taken = sharp({ create: { width: 2400, height: 1200, channels: 3, background: 'red' } });
  const body = taken.jpeg().withExif({ IFD0: { Model: 'Phone of Carla' } });
  const name = await upload('large.jpg', body.toBuffer());
  const response = await server.request(address(name));
  expect(response.headers.get('content-type')).toBe('image/jpeg');
  const { width, height, exif } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect({ width, height, exif }).toEqual({
    width: maxPictureSidePixels,
    height: maxPictureSidePixels / 2,
    exif: undefined,
  });
});

test.each(['image/gif', 'image/avif', 'image/svg+xml', 'text/html'])('F3 rejects %s', async (type) => {
  const { error } = await pictures().upload('other.jpg', file(Buffer.from('<html>'), type));
  expect(error).toMatchObject({ statusCode: '415' });
});

test('pictures of the draft and of current releases can neither be deleted nor replaced by anybody', async () => {
  const names = [await upload('of-draft.jpg'), await upload('of-release.jpg'), await upload('given-up.jpg')];
  const [ofDraft = '', ofRelease = '', givenUp = ''] = names;
  await server.context.db.query('update content_drafts set content = $1', [contentWith(ofDraft)]);
  await publish(0, ofRelease);
  const { data } = await pictures().remove(names);
  expect(data?.map(({ name }) => name)).toEqual([givenUp]);
  const replaced = await pictures().upload(ofRelease, file(await picture()), { upsert: true });
  expect(replaced.error).toMatchObject({ statusCode: '403' });
});

test('the retention deletes what nothing needs: not drafts, the last 20 releases, or what devices may still show', async () => {
  await server.context.db.query(`delete from storage.objects where bucket_id = 'contenido'`);
  const names = ['in-draft', 'old', 'recent', 'newest', 'unused'].map((name) => `${name}.jpg`);
  const [inDraft = '', old = '', recent = '', newest = '', unused = ''] = names;
  for (const name of names) await upload(name);
  await server.context.db.query('delete from content_releases where id > 1');
  await server.context.db.query('update content_drafts set content = $1', [contentWith(inDraft)]);
  await publish(300, old);
  await publish(200, recent);
  for (let count = 0; count < 20; count += 1) await publish(80, newest);
  const left = async () => {
    const { data } = await pictures().list();
    return data?.map(({ name }) => name).sort();
  };

  expect(await enforceRetention(server.context, inDays(6))).toEqual({});
  expect(await enforceRetention(server.context, inDays(8))).toEqual({ pictures: 2 });
  expect(await left()).toEqual([inDraft, newest, recent].sort());
  expect((await server.request(address(unused))).status).toBe(400);
  expect(await enforceRetention(server.context, inDays(12))).toEqual({ pictures: 1 });
  expect(await left()).toEqual([inDraft, newest].sort());
});
