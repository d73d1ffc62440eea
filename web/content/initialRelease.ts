import { readRelease, type Release } from '../data/content/releases.ts';
import { afterFirstScreen } from '../util/firstScreen.ts';
import { within } from '../util/time/within.ts';
import { builtInRelease, releaseWithoutPrices } from './builtInRelease.ts';
import { isCheckedByServer, isValidRelease, preloadRules } from './releaseCheck.ts';
import { storedRelease, storeRelease } from './releaseStore.ts';

/** A browser that does not open its database in this time counts as one without. */
const storeTimeoutMs = 1_000;

/** The release stored on this device; null without one. */
export function lastKnown(): Promise<Release | null> {
  return within(storeTimeoutMs, storedRelease()).catch(() => null);
}

/**
 * Reads the newest release and keeps it: it is read without a network too. The built-in one of a server that has none; null
 * where no server answers.
 */
export async function readAndStore(): Promise<Release | null> {
  try {
    const isChecked = isCheckedByServer();
    if (!isChecked) preloadRules();
    const release = await readRelease();
    if (!release) return await builtInRelease();
    if (!isChecked && !(await isValidRelease(release))) return null;
    // Copying it takes a slow phone a tenth of a second.
    void afterFirstScreen()
      .then(() => storeRelease(release))
      .catch(() => undefined);
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
