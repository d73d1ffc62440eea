import type { Company } from '../../shared/content/content.ts';
import { readCompany, type Release } from '../data/releases.ts';
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

/** The company of a public page that shows nothing else of the release, from the same sources. */
export async function newestCompany(): Promise<Company> {
  const reading = readCompany().catch(() => null);
  const found = await within(networkTimeoutMs, reading).catch(() => null);
  const company = found ?? (await lastKnown())?.content.company ?? (await reading);
  return company ?? (await releaseWithoutPrices()).content.company;
}
