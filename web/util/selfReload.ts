import { keepRunning, type Next } from './time/retry.ts';
import { isObjectWith, storedValue } from './storedValue.ts';

/** Milliseconds from a failure to the reload, by how many reloads came shortly before. */
const delaysMs = [5_000, 20_000, 60_000, 300_000] as const;
/** A page that has lasted so long counts as healthy: the next failure is the first one again. */
const healthyAfterMs = 10 * 60_000;

interface Reloads {
  readonly count: number;
  /** When the last one was, in milliseconds since 1970. */
  readonly at: number;
}

const storedReloads = storedValue('reloads', isObjectWith<Reloads>('count', 'at'), { area: 'tab' });

/** How many reloads came shortly before. Without storage every failure looks like the first, so `reload` does nothing then. */
function recentReloads(): number {
  const { count, at } = storedReloads.read() ?? { count: 0, at: 0 };
  // A clock that was set back makes the age negative; the reload was recent all the same.
  return Date.now() - at < healthyAfterMs ? count : 0;
}

function delayAfter(count: number): number {
  return delaysMs[Math.min(count, delaysMs.length - 1)] ?? 0;
}

/** Whether a reload shows a page: the service worker has one, or the server responds. */
async function pageIsThere(): Promise<boolean> {
  if (navigator.serviceWorker?.controller) return true;
  return fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

/** Reloads only after storing the count: otherwise a page that fails at once would reload forever. */
function reload(): void {
  const isStored = storedReloads.write({ count: recentReloads() + 1, at: Date.now() });
  if (isStored) window.location.reload();
  else console.error('The page is not reloaded: this browser stores nothing');
}

/**
 * Reloads the page automatically after a failure that a reload may fix: nobody may be there to tap. Each recent reload
 * delays the next one further. The reload waits until there is a page to load.
 * @returns cancel
 */
export function reloadAfterFailure(): () => void {
  const stopping = new AbortController();
  const attempt = async (): Promise<Next> => {
    if (!(await pageIsThere())) return 'backoff';
    reload();
    return 'idle';
  };
  keepRunning(attempt, stopping.signal, delayAfter(recentReloads()));
  return () => stopping.abort();
}

/**
 * Reloads the page when a part of it does not load: the server may have a newer version, whose parts have other names,
 * and some browsers (Chromium 153 is one, 156 is not) never ask again for a module that failed. The first time that
 * happens at once, since somebody may be waiting for that part; later ones wait for a free screen, and so do parts that
 * failed without a network, most of which were loaded ahead. Devices with a service worker keep their own copy of all
 * parts and hardly come here.
 * @param allowsReload whether a reload disturbs nobody now
 */
export function reloadForMissingParts(allowsReload: () => Promise<boolean>): void {
  const failed = () => {
    const count = recentReloads();
    let isUrgent = count === 0 && navigator.onLine;
    const attempt = async (): Promise<Next> => {
      const atOnce = isUrgent;
      isUrgent = false;
      if (!(await pageIsThere()) || !(atOnce || (await allowsReload()))) return 'backoff';
      reload();
      return 'idle';
    };
    keepRunning(attempt, new AbortController().signal, isUrgent ? 0 : delayAfter(count));
  };
  // Several parts fail together: the page is reloaded once.
  window.addEventListener('vite:preloadError', failed, { once: true });
}
