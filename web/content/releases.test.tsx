import { openDB } from 'idb';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Release } from '../data/releases.ts';
import { content, releaseOf } from '../testing/content.ts';
import { serveRelease } from '../testing/releases.ts';
import { firstRelease, newestRelease } from './first.ts';
import { askForRelease, waitingRelease } from './next.ts';
import { keepPictures } from './pictures.ts';
import { keepRelease, keptRelease } from './store.ts';

const current = releaseOf(content);

/** A release with another name of the company. */
function named(id: number, name: string): Release {
  const company = { ...content.company, name };
  return { ...releaseOf({ ...content, company }), id };
}

beforeEach(async () => {
  const database = await openDB('content', 1, {
    upgrade: (opened) => void opened.createObjectStore('releases'),
  });
  await database.clear('releases');
  database.close();
});

test('a screen begins with the built-in release, later with the kept one', async () => {
  const builtIn = await firstRelease();
  expect(builtIn.publishedAt).toBeNull();
  expect(builtIn.content).toEqual(content);
  await keepRelease(named(2, 'Kept'));
  expect(await firstRelease()).toEqual(named(2, 'Kept'));
});

test('a release that another version of the app has kept is checked first', async () => {
  const write = async (release: unknown) => {
    const database = await openDB('content', 1);
    await database.put('releases', { release, checkedBy: '/assets/release-1-other.json' }, 'current');
    database.close();
  };
  await keepRelease(current);
  await write(named(3, 'Still valid'));
  expect(await keptRelease()).toEqual(named(3, 'Still valid'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await write({ ...current, content: { ...content, format: 0 } });
  expect(await keptRelease()).toBeNull();
});

test('a public page reads the newest release and keeps it; a broken one is not shown', async () => {
  serveRelease(named(4, 'Newest'));
  expect(await newestRelease()).toEqual(named(4, 'Newest'));
  await expect.poll(keptRelease).toEqual(named(4, 'Newest'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serveRelease({ ...named(5, ''), id: 5 });
  expect(await newestRelease()).toEqual(named(4, 'Newest'));
});

test('the release in use is not read again', async () => {
  const queries = serveRelease(current);
  await askForRelease(current);
  expect(queries).toEqual(['?select=id,published_at&order=id.desc&limit=1']);
  expect(waitingRelease()).toBeNull();
});

test('a broken release is read once, and does not wait to be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const queries = serveRelease(named(6, ''));
  await askForRelease(current);
  await askForRelease(current);
  expect(queries.filter((query) => query.includes('content'))).toHaveLength(1);
  expect(waitingRelease()).toBeNull();
  expect(await keptRelease()).toBeNull();
});

test('a newer release is read once, kept, and waits to be shown', async () => {
  const queries = serveRelease(named(7, 'Newer'));
  await Promise.all([askForRelease(current), askForRelease(current)]);
  await askForRelease(current);
  expect(queries.filter((query) => query.includes('content'))).toHaveLength(1);
  expect(waitingRelease()).toEqual(named(7, 'Newer'));
  expect(await keptRelease()).toEqual(named(7, 'Newer'));
});

test('the pictures of the next release are loaded, and those that no release has are forgotten', async () => {
  const loaded = vi
    .spyOn(window, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response('a picture')));
  onTestFinished(async () => {
    loaded.mockRestore();
    await caches.delete('content-pictures');
  });
  const withPicture = (path: string) => ({
    ...content,
    pictures: [{ id: 'square', path, focus: { x: 50, y: 50 }, alt: { es: 'La plaza' } }],
  });
  const kept = async () => {
    const requests = await (await caches.open('content-pictures')).keys();
    return requests.map(({ url }) => url.replace(/.*\/contenido\//, ''));
  };
  await keepPictures(withPicture('first.jpg'), content);
  await keepPictures(withPicture('second.jpg'), withPicture('first.jpg'));
  expect(await kept()).toEqual(['first.jpg', 'second.jpg']);
  await keepPictures(withPicture('second.jpg'), withPicture('second.jpg'));
  expect(await kept()).toEqual(['second.jpg']);
  expect(loaded).toHaveBeenCalledTimes(2);
});
