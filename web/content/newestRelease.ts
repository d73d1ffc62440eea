import type { Release } from '../data/releases.ts';
import { within } from '../util/within.ts';
import { releaseWithoutPrices } from './builtInRelease.ts';
import { lastKnown, readAndStore } from './initialRelease.ts';

/** A reader whose device has an earlier release waits no longer for the newest one. */
const networkTimeoutMs = 3_000;

/** The release of a public page, which is read once: the newest published one, else the last known one, else a built-in one. */
export async function newestRelease(): Promise<Release> {
  const newest = readAndStore();
  const found = await within(networkTimeoutMs, newest).catch(() => null);
  if (found && found.publishedAt !== null) return found;
  return (await lastKnown()) ?? (await newest) ?? releaseWithoutPrices();
}
