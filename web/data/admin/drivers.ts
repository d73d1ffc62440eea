import { photoBucket, photoFolder } from '../../../shared/limits.ts';
import { normalizePlate } from '../../../shared/validation.ts';
import { getStorage } from '../client.ts';
import { getDatabase } from '../database.ts';
import type { Driver } from '../drivers.ts';
import { updateDriver } from '../driverWrites.ts';
import { DataError, toDataError, unwrap } from '../errors.ts';
import { publicPhotoFolder } from '../photoUrl.ts';
import { pagesFor, perPage, withoutControls, type Page } from './page.ts';

/** As much of a driver as an administrator needs to choose one. */
export type DriverOption = Pick<Driver, 'id' | 'name' | 'license_plate'>;

/** A driver as an administrator sees it. */
export type ListedDriver = Driver & {
  /** Another record has the same driver code. */
  readonly shares_driver_code: boolean;
};

export const optionsShown = 20;
const wordsLookedAt = 6;

/** Letters that Spanish, Portuguese, French and German write with marks: “munoz” finds Muñoz. */
const letterVariants: Record<string, string> = {
  a: 'aáàâãäå',
  c: 'cç',
  e: 'eéèêë',
  i: 'iíìîï',
  n: 'nñ',
  o: 'oóòôõö',
  u: 'uúùûü',
};

/** A regular expression that matches `word` itself, with or without its accents. */
function accentBlind(word: string): string {
  const letters = word
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  return Array.from(letters, (letter) => {
    const variants = letterVariants[letter];
    return variants ? `[${variants}${variants.toUpperCase()}]` : letter.replace(/[^\p{L}\p{N}]/u, '\\$&');
  }).join('');
}

/** A value inside `or=(…)`: quoted, so that commas, parentheses, quotes and backslashes are only text. */
function quoted(value: string): string {
  return `"${value.replace(/["\\]/g, '\\$&')}"`;
}

/**
 * The conditions of a search, one `or=(…)` for each word: the name, the plate or the code must contain every word.
 * Plates are found as stored and as shown (BB·BB·12). Regular expressions (`imatch`), because in `ilike` the protocol
 * reads every `*` as `%`.
 * @param search as typed; the first six words count
 */
export function driverFilters(search: string): string[] {
  const words = withoutControls(search).split(/\s+/).filter(Boolean);
  return words.slice(0, wordsLookedAt).map((word) => {
    const plate = normalizePlate(word);
    const expression = quoted(accentBlind(word));
    return [
      `name.imatch.${expression}`,
      `driver_code.imatch.${expression}`,
      ...(/^[A-Z0-9]+$/.test(plate) ? [`license_plate.ilike.*${plate}*`] : []),
    ].join(',');
  });
}

/** One page of the matching drivers (`page` from 1): those to approve, those with a photo to approve, then by name. */
export async function listDriversPage(
  search: string,
  page: number,
  signal: AbortSignal,
): Promise<Page<ListedDriver>> {
  const from = (page - 1) * perPage;
  let query = getDatabase().from('drivers').select('*', { count: 'exact' });
  for (const filter of driverFilters(search)) query = query.or(filter);
  const { data, error, count, status } = await query
    .order('approved')
    .order('pending_photo_url')
    .order('name')
    .order('id')
    .range(from, from + perPage - 1)
    .abortSignal(signal);
  const failure = error && toDataError(error, status);
  if (failure && failure.code !== 'PGRST103') throw failure;
  const beyondTheEnd = failure !== null || (data?.length === 0 && page > 1);
  if (!beyondTheEnd) return { rows: await markSharedCodes(data ?? [], signal), page, total: count ?? 0 };
  const first = await listDriversPage(search, 1, signal);
  const last = pagesFor(first.total);
  return last === 1 ? first : listDriversPage(search, last, signal);
}

/** Reads shared codes for one page only: a computed column would be computed for all rows before it, too. */
async function markSharedCodes(drivers: readonly Driver[], signal: AbortSignal): Promise<ListedDriver[]> {
  const ids = drivers.map(({ id }) => id);
  const shared = unwrap(await getDatabase().rpc('shared_driver_codes', { drivers: ids }).abortSignal(signal));
  const sharing = new Set(shared.map(({ driver_id }) => driver_id));
  return drivers.map((driver) => ({ ...driver, shares_driver_code: sharing.has(driver.id) }));
}

/** The first drivers that match, by name, to choose one from; `optionsShown` at most. */
export async function listDriverOptions(search: string, signal: AbortSignal): Promise<DriverOption[]> {
  let query = getDatabase().from('drivers').select('id,name,license_plate');
  for (const filter of driverFilters(search)) query = query.or(filter);
  return unwrap(await query.order('name').order('id').limit(optionsShown).abortSignal(signal));
}

/**
 * Records that the administrator has verified a driver, who may use the app from now on.
 * @throws DataError `forbidden`, `PGRST116` when the record is gone, `driver_code_taken`
 */
export function approveDriver(id: string): Promise<Driver> {
  return updateDriver(id, { approved: true });
}

export type PhotoDecision = 'accept' | 'reject';

/**
 * Decides about the photo that waits for approval.
 * @param driver as the administrator saw it
 * @throws DataError `edit_conflict` when the driver has sent another photo meanwhile, `PGRST116` when the record is gone
 */
export function decidePhoto(
  { id, pending_photo_url: photo, version }: Driver,
  decision: PhotoDecision,
): Promise<Driver> {
  const change = decision === 'accept' ? { photo_url: photo } : { pending_photo_url: null };
  return updateDriver(id, { ...change, version });
}

/** The photo's name in the bucket, if it is one of the account that wrote the record; else null. */
export function ownPhotoPath(url: string | null, account: string | null): string | null {
  const path = url?.split(publicPhotoFolder)[1] ?? '';
  const prefix = `${photoFolder}/${account}-`;
  const isOwn = account !== null && path.startsWith(prefix) && /^[\w.-]+$/.test(path.slice(prefix.length));
  return isOwn ? path : null;
}

/**
 * Deletes a driver's record, with it the link to its user, then its photos. A photo below the name of another account
 * stays, because the record may name any. The record is what counts: a photo that cannot be removed is only logged.
 * @throws DataError `not_found` when the record is gone already
 */
export async function deleteDriver(driver: Driver): Promise<void> {
  const deleted = unwrap(await getDatabase().from('drivers').delete().eq('id', driver.id).select('id'));
  if (deleted.length === 0) throw new DataError('not_found', 'No driver was deleted', 404);
  const { photo_url: shown, pending_photo_url: pending, created_by: account } = driver;
  const paths = [shown, pending].flatMap((url) => ownPhotoPath(url, account) ?? []);
  if (paths.length === 0) return;
  try {
    unwrap(await (await getStorage()).from(photoBucket).remove(paths));
  } catch (failure) {
    console.error('The photos of a deleted driver could not be removed', paths, failure);
  }
}
