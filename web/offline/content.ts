import { personalCache } from '../data/personal.ts';
import { listPublicTours } from '../data/publicTours.ts';

/** When what is shown was last fetched, in milliseconds since 1970. Says nothing of a person. */
const timeKey = 'content-at';

/** When the content on this device was fetched; null when it never was. */
export function contentTime(): Date | null {
  const at = Number(localStorage.getItem(timeKey));
  return at > 0 ? new Date(at) : null;
}

/** Keeps the driver's photo, and only this one, for the service worker. */
async function keepPhoto(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { cache: 'no-cache', signal });
  if (!response.ok || signal.aborted) return;
  const cache = await caches.open(personalCache);
  const others = (await cache.keys()).filter((kept) => kept.url !== url && kept.url.includes('/storage/v1/'));
  await Promise.all(others.map((kept) => cache.delete(kept)));
  await cache.put(url, response);
}

/** How often it is fetched again. In milliseconds. */
const interval = 15 * 60_000;

/**
 * Fetches what the passenger's screen shows beyond the app itself, so that it is there without a network. The tours
 * pass the service worker, which keeps them.
 * @param signal ends it: nothing is kept of somebody who has left
 * @throws what the fetches threw
 */
async function keepContent(photoUrl: string | null, signal: AbortSignal): Promise<void> {
  await listPublicTours();
  if (photoUrl !== null && 'caches' in window) await keepPhoto(photoUrl, signal);
  if (!signal.aborted) localStorage.setItem(timeKey, String(Date.now()));
}

/**
 * Keeps the content of this device fresh, while there is a connection.
 * @param photoUrl of the driver who is signed in; null for nobody
 * @returns ends it
 */
export function keepFresh(photoUrl: string | null): () => void {
  const end = new AbortController();
  const { signal } = end;
  const run = () => {
    keepContent(photoUrl, signal).catch((error: unknown) => {
      if (!signal.aborted) console.error('The content of this device could not be renewed', error);
    });
  };
  run();
  const timer = setInterval(run, interval);
  // What was fetched before the service worker came has passed it by. Pages served without TLS have none.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('controllerchange', run, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => end.abort();
}
