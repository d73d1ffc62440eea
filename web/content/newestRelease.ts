import type { Company } from '../../shared/content/content.ts';
import { readCompany, type Release } from '../data/content/releases.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';
import { within } from '../util/time/within.ts';
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

const storedCompany = storedValue('company', isObjectWith<Company>('name', 'tagline'));

async function readAndStoreCompany(): Promise<Company | null> {
  const company = await readCompany().catch(() => null);
  if (company) storedCompany.write(company);
  return company;
}

/**
 * The company of a public page, which waits for nothing else of the release: of the newest one, else of the last known one,
 * else the one that this phone has shown before, else the built-in one.
 */
export async function newestCompany(): Promise<Company> {
  const reading = readAndStoreCompany();
  const found = await within(networkTimeoutMs, reading).catch(() => null);
  const known = found ?? (await lastKnown())?.content.company ?? storedCompany.read() ?? (await reading);
  return known ?? (await releaseWithoutPrices()).content.company;
}
