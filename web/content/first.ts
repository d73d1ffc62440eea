import type { Release } from '../data/releases.ts';
import { builtInRelease } from './builtIn.ts';

/** A browser that does not open its database in this time counts as one without. In milliseconds. */
const storeTimeout = 1_000;
/** A slower network counts as none. In milliseconds. */
const networkTimeout = 3_000;

/** The value; null when it is rejected or takes longer. */
function within<Value>(milliseconds: number, value: Promise<Value>): Promise<Value | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([value.catch(() => null), late]);
}

/** The release that a screen begins with: the one kept on this device, else the built-in one. */
export async function firstRelease(): Promise<Release> {
  const kept = import('./store.ts').then(({ keptRelease }) => keptRelease());
  // Both at once: the first visit does not wait for an empty store.
  const builtIn = builtInRelease();
  builtIn.catch(() => undefined);
  return (await within(storeTimeout, kept)) ?? builtIn;
}

/** Reads the newest release and keeps it: the guide is read without a network too. */
async function readAndKeep(): Promise<Release | null> {
  const [{ readRelease }, { isValid }] = await Promise.all([
    import('../data/releases.ts'),
    import('./check.ts'),
  ]);
  const release = await readRelease();
  if (!release || !(await isValid(release))) return null;
  void import('./store.ts').then(({ keepRelease }) => keepRelease(release)).catch(() => undefined);
  return release;
}

/** The release of a public page, which is read once: the newest one, else the first one of this device. */
export async function newestRelease(): Promise<Release> {
  return (await within(networkTimeout, readAndKeep())) ?? firstRelease();
}
