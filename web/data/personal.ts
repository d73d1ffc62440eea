import { createEmitter } from '../util/signal.ts';
import { personalPrefix } from '../util/storageKeys.ts';

/** The name of the service worker's cache for personal files, for example the driver's photo. */
export const personalCache = `${personalPrefix}kept`;

/** The person at this device changes: caches that hold personal data drop it. */
export const personChanged = createEmitter();

/** The keys of the personal data on this device that begin so. */
export function personalKeys(beginning: string = personalPrefix): readonly string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(beginning));
}

/** Removes all personal data from this device. */
export function forgetEverything(): void {
  for (const key of personalKeys()) localStorage.removeItem(key);
  // Pages without TLS have no caches.
  void (globalThis.caches as CacheStorage | undefined)?.delete(personalCache);
  personChanged.emit();
}
