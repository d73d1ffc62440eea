/** Everything personal that the app keeps in the browser's storage has a key that begins so. */
export const personalPrefix = 'personal:';

/** What the service worker keeps of a person, for example the driver's photo: the name of its cache. */
export const personalCache = `${personalPrefix}kept`;

const listeners = new Set<() => void>();

/** Runs `forget` whenever the person at this device changes: for caches that hold personal data. */
export function onForget(forget: () => void): void {
  listeners.add(forget);
}

/** Removes every personal thing the app keeps on this device. */
export function forgetEverything(): void {
  const personal = Object.keys(localStorage).filter((key) => key.startsWith(personalPrefix));
  for (const key of personal) localStorage.removeItem(key);
  // Pages served without TLS have no caches.
  void (globalThis.caches as CacheStorage | undefined)?.delete(personalCache);
  for (const forget of listeners) forget();
}
