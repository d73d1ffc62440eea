/** The prefix of every key of personal data in the browser's storage. */
export const personalPrefix = 'personal:';

/** The name of the service worker's cache for personal files, for example the driver's photo. */
export const personalCache = `${personalPrefix}kept`;

const listeners = new Set<() => void>();

/** Calls `forget` whenever the person at this device changes: for caches that hold personal data. */
export function onForget(forget: () => void): void {
  listeners.add(forget);
}

/** Removes all personal data from this device. */
export function forgetEverything(): void {
  const personal = Object.keys(localStorage).filter((key) => key.startsWith(personalPrefix));
  for (const key of personal) localStorage.removeItem(key);
  // Pages without TLS have no caches.
  void (globalThis.caches as CacheStorage | undefined)?.delete(personalCache);
  for (const forget of listeners) forget();
}
