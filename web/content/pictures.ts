import type { Content } from '../../shared/content/content.ts';
import { pictureUrl } from './pictureUrl.ts';

/** The service worker looks here for pictures that are not part of the app. */
const cacheName = 'content-pictures';

/**
 * Caches a picture. Neither one that is gone from the bucket nor a device without space keeps a release, and its prices, from being
 * shown.
 * @throws TypeError
 */
async function storePicture(cache: Cache | undefined, url: string): Promise<void> {
  if (await cache?.match(url)) return;
  const response = await fetch(url);
  if (!response.ok) return;
  await cache?.put(url, response).catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'QuotaExceededError') throw error;
    console.error('A picture was not stored', error);
  });
}

/** Caches single pictures, for a page that works without a network. A failure costs only that. */
export async function keepPictures(addresses: readonly (string | null)[]): Promise<void> {
  if (!('caches' in window)) return;
  const cache = await caches.open(cacheName);
  const storing = addresses.map((url) => url !== null && storePicture(cache, url));
  await Promise.allSettled(storing);
}

/** The addresses of everything that a release shows. */
function addressesOf({ pictures, company: { logo } }: Content): readonly string[] {
  return [...pictures, ...(logo ? [logo] : [])].map(pictureUrl);
}

/**
 * Loads the pictures of the next release, and forgets those that neither it nor the one in use has.
 * @throws TypeError without a network
 */
export async function storePictures(next: Content, inUse: Content): Promise<void> {
  // Pages without TLS have no caches: there the browser's own cache has to do.
  const cache = 'caches' in window ? await caches.open(cacheName) : undefined;
  const addresses = addressesOf(next);
  await Promise.all(addresses.map((url) => storePicture(cache, url)));
  const needed = new Set([...addresses, ...addressesOf(inUse)]);
  const stored = (await cache?.keys()) ?? [];
  await Promise.all(stored.filter(({ url }) => !needed.has(url)).map((request) => cache?.delete(request)));
}
