import { openDB } from 'idb';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { readLargestRelease } from '../../shared/testing/content.ts';
import type { Release } from '../data/content/releases.ts';
import { content, releaseOf } from '../testing/sampleContent.ts';
import { serveRelease } from '../testing/releases.ts';
import { builtInRelease } from './builtInRelease.ts';
import { ContentProvider, useCompany } from './ContentProvider.tsx';
import { firstRelease } from './initialRelease.ts';
import { newestCompany, newestRelease } from './newestRelease.ts';
import { askForRelease, waitingRelease } from './releaseUpdates.ts';
import { storePictures } from './pictures.ts';
import { Published } from './Published.tsx';
import { storeRelease, storedRelease } from './releaseStore.ts';

const current = releaseOf(content);

/** A release with another name of the company. */
function named(id: number, name: string): Release {
  const company = { ...content.company, name };
  return { ...releaseOf({ ...content, company }), id };
}

async function forget(): Promise<void> {
  const database = await openDB('content', 1, {
    upgrade: (opened) => void opened.createObjectStore('releases'),
  });
  await database.clear('releases');
  database.close();
}

beforeEach(forget);

/** Plays a page of the service worker, which may be older than its server: the app checks what the server has published. */
const controller = () => vi.spyOn(ServiceWorkerContainer.prototype, 'controller', 'get');
beforeEach(() => void controller().mockReturnValue({} as ServiceWorker));
afterEach(() => controller().mockRestore());

/** Plays a server, or a network without one, until the test ends. The built-in release is part of the app. */
function serve(respond: () => Promise<Response>): void {
  const send = window.fetch.bind(window);
  const served = vi
    .spyOn(window, 'fetch')
    .mockImplementation((input, init) =>
      String(input).includes('/rest/v1/') ? respond() : send(input, init),
    );
  onTestFinished(() => served.mockRestore());
}

const withoutServer = () => serve(() => Promise.reject(new TypeError('Failed to fetch')));

test('a first visit waits for the company’s release, however slow the network is', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (const begin of [firstRelease, newestRelease]) {
    let arrive: (response: Response) => void = () => undefined;
    const slow = vi.spyOn(window, 'fetch').mockImplementation(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    let shown: Release | undefined;
    const began = begin().then((release) => (shown = release));
    await expect.poll(() => slow.mock.calls.length).toBe(1);
    // Longer than a public page waits for something newer than it has.
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shown).toBeUndefined();
    const { id, publishedAt, content: published } = named(8, 'Slow');
    arrive(Response.json([{ id, published_at: publishedAt, content: published }]));
    expect(await began).toEqual(named(8, 'Slow'));
    slow.mockRestore();
    // It is kept after the first screen, at the latest after three seconds.
    await vi.advanceTimersByTimeAsync(3_000);
    await expect.poll(storedRelease).toEqual(named(8, 'Slow'));
    await forget();
  }
});

test('the release of the server is kept: the next visit begins with it, also without a server', async () => {
  serveRelease(named(9, 'Published'));
  expect(await firstRelease()).toEqual(named(9, 'Published'));
  await expect.poll(storedRelease).toEqual(named(9, 'Published'));
  withoutServer();
  expect(await firstRelease()).toEqual(named(9, 'Published'));
});

test('a screen that began without a server asks again before it shows prices', async () => {
  serveRelease(named(10, 'Asked again'));
  const builtIn = { ...current, id: 0, publishedAt: null };
  const names: string[] = [];
  function Name() {
    names.push(useCompany().name);
    return <h1>{names.at(-1)}</h1>;
  }
  await render(
    <ContentProvider initial={builtIn}>
      <Published fallback={<p>Wait</p>}>
        <Name />
      </Published>
    </ContentProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'Asked again' })).toBeVisible();
  expect(new Set(names)).toEqual(new Set(['Asked again']));
  await expect.poll(storedRelease).toEqual(named(10, 'Asked again'));
});

const unpriced = { ...content, routes: content.routes.map((route) => ({ ...route, prices: [] })) };
const builtIn = { id: 0, publishedAt: null };

test.each([
  ['does not respond', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is being started again', async () => new Response('Service unavailable', { status: 503 })],
  ['responds with the page of a Wi-Fi', async () => new Response('<html>Sign in</html>')],
  ['refuses the key', async () => Response.json({ message: 'Invalid API key' }, { status: 401 })],
  ['has a release that is broken', async () => Response.json([{ id: 3, published_at: '', content: {} }])],
])(
  'while the server %s, a new screen has texts without prices, later what it knew last',
  async (_, respond) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    serve(respond);
    for (const begin of [firstRelease, newestRelease]) {
      expect(await begin()).toEqual({ ...builtIn, content: unpriced });
      await storeRelease(named(2, 'Kept'));
      expect(await begin()).toEqual(named(2, 'Kept'));
      await forget();
    }
  },
);

test.each([
  ['has no release', async () => Response.json([])],
  ['has no releases at all', async () => Response.json({ code: 'PGRST205' }, { status: 404 })],
])('of a server that %s the built-in release is shown as a whole, unless it had one', async (_, respond) => {
  serve(respond);
  for (const begin of [firstRelease, newestRelease]) {
    expect(await begin()).toEqual({ ...builtIn, content });
    expect(await storedRelease()).toBeNull();
    await storeRelease(named(2, 'Kept'));
    expect(await begin()).toEqual(named(2, 'Kept'));
    await forget();
  }
});

test('a release that another version of the app has kept is checked first', async () => {
  const write = async (release: unknown) => {
    const database = await openDB('content', 1);
    await database.put('releases', { release, checkedBy: '/assets/release-1-other.json' }, 'current');
    database.close();
  };
  await storeRelease(current);
  await write(named(3, 'Still valid'));
  expect(await storedRelease()).toEqual(named(3, 'Still valid'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await write({ ...current, content: { ...content, format: 0 } });
  expect(await storedRelease()).toBeNull();
});

test('a public page reads the newest release and keeps it; a broken one is not shown', async () => {
  serveRelease(named(4, 'Newest'));
  expect(await newestRelease()).toEqual(named(4, 'Newest'));
  await expect.poll(storedRelease).toEqual(named(4, 'Newest'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serveRelease({ ...named(5, ''), id: 5 });
  expect(await newestRelease()).toEqual(named(4, 'Newest'));
});

test('a page that its server has just sent shows the release as that server has checked it', async () => {
  controller().mockReturnValue(null);
  serveRelease(named(5, ''));
  expect(await firstRelease()).toEqual(named(5, ''));
  await expect.poll(storedRelease).toEqual(named(5, ''));
});

test('a page without prices reads the company alone, and keeps it', async () => {
  const { company } = named(4, 'Newest').content;
  const asked: string[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    asked.push(decodeURIComponent(new URL(String(input)).search));
    return Promise.resolve(Response.json([{ id: 4, published_at: current.publishedAt, company }]));
  });
  onTestFinished(() => served.mockRestore());
  expect(await newestCompany()).toEqual(company);
  served.mockRestore();
  withoutServer();
  expect(await newestCompany()).toEqual(company);
  expect(asked).toEqual(['?select=id,published_at,company:content->company&order=id.desc&limit=1']);
});

test('without a server a page shows the last known company, else the built-in one', async () => {
  localStorage.removeItem('company');
  withoutServer();
  expect(await newestCompany()).toEqual((await builtInRelease()).content.company);
  await storeRelease(named(5, 'Kept'));
  expect((await newestCompany()).name).toBe('Kept');
});

test('the release in use is not read again', async () => {
  const queries = serveRelease(current);
  await askForRelease(current);
  expect(queries).toEqual(['?select=id,published_at&order=id.desc&limit=1']);
  expect(waitingRelease.get()).toBeNull();
});

test('a broken release is read once, and does not wait to be shown', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const queries = serveRelease(named(6, ''));
  await askForRelease(current);
  await askForRelease(current);
  expect(queries.filter((query) => query.includes('content'))).toHaveLength(1);
  expect(waitingRelease.get()).toBeNull();
  expect(await storedRelease()).toBeNull();
});

test('a newer release is read once, kept, and waits to be shown', async () => {
  const queries = serveRelease(named(7, 'Newer'));
  await Promise.all([askForRelease(current), askForRelease(current)]);
  await askForRelease(current);
  expect(queries.filter((query) => query.includes('content'))).toHaveLength(1);
  expect(waitingRelease.get()).toEqual(named(7, 'Newer'));
  expect(await storedRelease()).toEqual(named(7, 'Newer'));
});

test('the largest release is kept, shown and begun with again without a server', async () => {
  const largest = { ...releaseOf(readLargestRelease()), id: 11 };
  const queries = serveRelease(largest);
  await askForRelease(current);
  await askForRelease(current);
  expect(queries.filter((query) => query.includes('content'))).toHaveLength(1);
  expect(waitingRelease.get()).toEqual(largest);
  withoutServer();
  expect(await firstRelease()).toEqual(largest);
  await storeRelease(current);
  expect(await storedRelease()).toEqual(current);
});

test('a device without space for a release shows it all the same, and begins with the one before', async () => {
  await storeRelease(named(12, 'Before'));
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('Quota exceeded.', 'QuotaExceededError');
  });
  onTestFinished(() => full.mockRestore());
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  serveRelease({ ...releaseOf(readLargestRelease()), id: 13 });
  await askForRelease(current);
  expect(waitingRelease.get()?.id).toBe(13);
  withoutServer();
  expect(await firstRelease()).toEqual(named(12, 'Before'));
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
  const stored = async () => {
    const requests = await (await caches.open('content-pictures')).keys();
    return requests.map(({ url }) => url.replace(/.*\/contenido\//, ''));
  };
  await storePictures(withPicture('first.jpg'), content);
  await storePictures(withPicture('second.jpg'), withPicture('first.jpg'));
  expect(await stored()).toEqual(['first.jpg', 'second.jpg']);
  await storePictures(withPicture('second.jpg'), withPicture('second.jpg'));
  expect(await stored()).toEqual(['second.jpg']);
  expect(loaded).toHaveBeenCalledTimes(2);
});

test('a device without space for the pictures shows the release all the same', async () => {
  const full = new DOMException('Quota exceeded.', 'QuotaExceededError');
  const put = vi.spyOn(Cache.prototype, 'put').mockRejectedValue(full);
  const loading = vi.spyOn(window, 'fetch').mockImplementation(async () => new Response('a picture'));
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  onTestFinished(async () => {
    put.mockRestore();
    loading.mockRestore();
    await caches.delete('content-pictures');
  });
  const pictures = Array.from({ length: 400 }, (_, index) => ({
    id: `p-${index}`,
    path: `p-${index}.jpg`,
    focus: { x: 50, y: 50 },
    alt: { es: 'La plaza' },
  }));
  await storePictures({ ...content, pictures }, content);
  expect(put).toHaveBeenCalledTimes(400);
  put.mockRejectedValue(new TypeError('network error'));
  await expect(storePictures({ ...content, pictures }, content)).rejects.toThrow(TypeError);
});
