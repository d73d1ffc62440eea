import {
  isSameVersion,
  readNewestVersion,
  readRelease,
  type Release,
  type ReleaseVersion,
} from '../data/content/releases.ts';
import { createSignal } from '../util/signal.ts';
import { isValidRelease } from './releaseCheck.ts';
import { storePictures } from './pictures.ts';
import { storeRelease } from './releaseStore.ts';

/** The release that waits for the screen to be free: newer than the one in use, and complete on this device. */
export const waitingRelease = createSignal<Release | null>(null);
/** Read and found broken: it is not read again. */
let refused: ReleaseVersion | null = null;
let lastAsked: Promise<void> = Promise.resolve();

async function poll(current: Release): Promise<void> {
  const newest = await readNewestVersion();
  const known = [current, waitingRelease.get(), refused];
  if (!newest || known.some((each) => each && isSameVersion(each, newest))) return;
  const release = await readRelease(newest.id);
  if (!release) return;
  if (!(await isValidRelease(release))) {
    refused = newest;
    return;
  }
  await storePictures(release.content, current.content);
  // Without space it is shown all the same, until the next start.
  await storeRelease(release).catch((error: unknown) => console.error('A release was not stored', error));
  waitingRelease.set(release);
}

/**
 * Asks whether there is a newer release than the one in use and, once, loads it with its pictures and keeps it.
 * @throws DataError, TypeError without a network
 */
export function askForRelease(current: Release): Promise<void> {
  // One after the other: what an earlier call finds is not read again, and a release published meanwhile is not missed.
  const asked = lastAsked.then(() => poll(current));
  lastAsked = asked.catch(() => undefined);
  return asked;
}
