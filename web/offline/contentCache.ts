import { personalCache } from '../data/personal.ts';
import { repeat } from '../util/time/every.ts';
import { isNumber, storedValue } from '../util/storedValue.ts';

/** The content that a device fetches again and again. */
export interface Fresh {
  /** The photo of the signed-in driver, if any. */
  readonly photoUrl: string | null;
  /** Asks for a newer release of the content. */
  readonly askForRelease: () => Promise<void>;
}

/** When the content was last fetched, in milliseconds since 1970. Not personal. */
const fetchedAt = storedValue('content-at', isNumber);

/** When the content of this device was last fetched; null if never. */
export function contentTime(): Date | null {
  const at = fetchedAt.read();
  return at === null ? null : new Date(at);
}

/** Caches the driver's photo, and no other, for the service worker. */
async function keepPhoto(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { cache: 'no-cache', signal });
  if (!response.ok || signal.aborted) return;
  const cache = await caches.open(personalCache);
  // Chromium holds on to the memory of what a page puts into a cache.
  const tag = response.headers.get('ETag');
  if (tag !== null && (await cache.match(url))?.headers.get('ETag') === tag) return response.body?.cancel();
  const others = (await cache.keys()).filter(
    (stored) => stored.url !== url && stored.url.includes('/storage/v1/'),
  );
  await Promise.all(others.map((stored) => cache.delete(stored)));
  return cache.put(url, response);
}

const refreshIntervalMs = 15 * 60_000;

/**
 * Fetches the content that is not part of the app, so that it is there without a network.
 * @param signal stops it: nothing is stored about somebody who has left
 * @throws the error of the first failed fetch
 */
async function storeContent({ photoUrl, askForRelease }: Fresh, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await askForRelease();
  if (photoUrl !== null && 'caches' in window) await keepPhoto(photoUrl, signal);
  if (!signal.aborted) fetchedAt.write(Date.now());
}

let lastStored: Promise<void> = Promise.resolve();

/** Keeps the content of this device fresh until `signal`. Call it while there is a connection. */
export function keepFresh(fresh: Fresh, signal: AbortSignal): void {
  const run = () => {
    // One after the other: an older response that comes late would replace a newer photo.
    lastStored = lastStored
      .then(() => storeContent(fresh, signal))
      .catch((error: unknown) => {
        if (!signal.aborted) console.error('The content of this device could not be refreshed', error);
      });
  };
  run();
  repeat(run, refreshIntervalMs, signal);
  // A new service worker has not seen the earlier fetches. Pages served without TLS have none.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('controllerchange', run, { signal });
}
