import { personalCache } from '../data/personal.ts';
import { listPublicTours } from '../data/publicTours.ts';
import { loadNamespace } from '../i18n/namespaces.ts';
import type { Language } from '../i18n/languages.ts';

/** When the content was last fetched, in milliseconds since 1970. Not personal. */
const timeKey = 'content-at';

/** When the content of this device was last fetched; null if never. */
export function contentTime(): Date | null {
  const at = Number(localStorage.getItem(timeKey));
  return at > 0 ? new Date(at) : null;
}

/** Caches the driver's photo, and no other, for the service worker. */
async function keepPhoto(url: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, { cache: 'no-cache', signal });
  if (!response.ok || signal.aborted) return;
  const cache = await caches.open(personalCache);
  const others = (await cache.keys()).filter((kept) => kept.url !== url && kept.url.includes('/storage/v1/'));
  await Promise.all(others.map((kept) => cache.delete(kept)));
  await cache.put(url, response);
}

const refreshInterval = 15 * 60_000;

/**
 * Fetches the content that is not part of the app, so that it is there without a network. The service worker caches the
 * tours as they pass.
 * @param signal stops it: nothing is stored about somebody who has left
 * @throws the error of the first failed fetch
 */
async function keepContent(photoUrl: string | null, signal: AbortSignal): Promise<void> {
  await listPublicTours();
  if (photoUrl !== null && 'caches' in window) await keepPhoto(photoUrl, signal);
  if (!signal.aborted) localStorage.setItem(timeKey, String(Date.now()));
}

/**
 * Keeps the content of this device fresh. Call it while there is a connection.
 * @param photoUrl the photo of the signed-in driver, if any
 * @param language the language of the notice of a lost connection, whose messages cannot be loaded then
 * @returns stop
 */
export function keepFresh(photoUrl: string | null, language: Language): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  loadNamespace('connection', language).catch(() => undefined);
  const run = () => {
    keepContent(photoUrl, signal).catch((error: unknown) => {
      if (!signal.aborted) console.error('The content of this device could not be refreshed', error);
    });
  };
  run();
  const timer = setInterval(run, refreshInterval);
  // A new service worker has not seen the earlier fetches. Pages served without TLS have none.
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  worker?.addEventListener('controllerchange', run, { signal });
  signal.addEventListener('abort', () => clearInterval(timer));
  return () => stopping.abort();
}
