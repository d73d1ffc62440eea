import type { Release } from '../data/releases.ts';
import { builtInRelease, releaseWithoutPrices } from './builtIn.ts';

/** A browser that does not open its database in this time counts as one without. In milliseconds. */
const storeTimeout = 1_000;

/** The value; null when it is rejected or takes longer. */
export function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([value.catch(() => null), late]);
}

/** The release kept on this device; null without one. */
export function lastKnown(): Promise<Release | null> {
  return within(
    storeTimeout,
    import('./store.ts').then(({ storedRelease }) => storedRelease()),
  );
}

/**
 * Reads the newest release and keeps it: it is read without a network too. The built-in one of a server that has none; null
 * where no server answers.
 */
export async function readAndStore(): Promise<Release | null> {
  try {
    const [{ readRelease }, { isValid }] = await Promise.all([
      import('../data/releases.ts'),
      import('./check.ts'),
    ]);
    const release = await readRelease();
    if (!release) return await builtInRelease();
    if (!(await isValid(release))) return null;
    void import('./store.ts').then(({ storeRelease }) => storeRelease(release)).catch(() => undefined);
    return release;
  } catch {
    return null;
  }
}

/**
 * The published release: as this device knows it, else as the server does, however slow the network is. Null where neither
 * responds.
 */
export async function publishedRelease(): Promise<Release | null> {
  return (await lastKnown()) ?? readAndStore();
}

/** The release that a screen begins with. */
export async function firstRelease(): Promise<Release> {
  return (await publishedRelease()) ?? releaseWithoutPrices();
}
