import { createEmitter } from '../util/signal.ts';
import { personalPrefix } from '../util/storageKeys.ts';

/** The name of the service worker's cache for personal files, for example the driver's photo. */
export const personalCache = `${personalPrefix}kept`;

/** The person at this device changes: caches that hold personal data drop it. */
export const personChanged = createEmitter();

/** Removes all personal data from this device. */
export function forgetEverything(): void {
  const personal = Object.keys(localStorage).filter((key) => key.startsWith(personalPrefix));
  for (const key of personal) localStorage.removeItem(key);
  // Pages without TLS have no caches.
  void (globalThis.caches as CacheStorage | undefined)?.delete(personalCache);
  personChanged.emit();
}
