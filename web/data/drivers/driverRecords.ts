import { photoBucket, photoFolder } from '../../../shared/limits.ts';
import { getStorage } from '../client.ts';
import { getDatabase } from '../database.ts';
import { driverStateOf, type DriverState } from './driverState.ts';
import type { Driver } from './drivers.ts';
import { updateDriver } from './driverWrites.ts';
import { DataError, unwrap } from '../errors.ts';
import { documentFolder, removeDocumentFiles } from '../files/documentFiles.ts';
import { publicPhotoFolder } from './photoUrl.ts';
import { readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';

/** As much of a driver as an administrator needs to choose one. */
export type DriverOption = Pick<Driver, 'id' | 'name' | 'license_plate'>;

/** A driver as an administrator sees it. */
export type ListedDriver = Driver & {
  /** Another record has the same driver code. */
  readonly shares_driver_code: boolean;
  /** The link that the driver can still use or that has expired; times are ISO 8601. */
  readonly invitation?: OpenInvitation | undefined;
};

interface OpenInvitation {
  readonly created_at: string;
  readonly expires_at: string;
}

export const optionsShown = 20;

/** The conditions of a search for drivers by name, code or plate, as `searchFilters` makes them. */
export function driverFilters(search: string): string[] {
  return searchFilters(search, 'drivers');
}

export interface DriverFilter extends SortedList<'drivers'> {
  readonly search: string;
  /** Empty for everybody but those who have left. */
  readonly state: DriverState | '';
}

/** One page of the matching drivers (`page` from 1): those to approve, those with a photo to approve, then by name. */
export async function listDriversPage(
  { search, state, ...order }: DriverFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<ListedDriver>> {
  const { rows, ...found } = await readPage<Driver>(page, (from, to) => {
    const drivers = getDatabase().from('drivers').select('*', { count: 'exact' });
    let query = state ? drivers.eq('state', state) : drivers.is('left_at', null);
    for (const filter of driverFilters(search)) query = query.or(filter);
    return sorted(query, order)
      .order('approved')
      .order('pending_photo_url')
      .order('name')
      .order('id')
      .range(from, to)
      .abortSignal(signal);
  });
  return { ...found, rows: await describeDrivers(rows, signal) };
}

/** @returns null when the record is gone */
export async function readListedDriver(id: string, signal: AbortSignal): Promise<ListedDriver | null> {
  const query = getDatabase().from('drivers').select('*').eq('id', id);
  const [described] = await describeDrivers(unwrap(await query.abortSignal(signal)) as Driver[], signal);
  return described ?? null;
}

/**
 * Adds shared codes and invitations. They are read for one page only: a computed column or an embedded table would be
 * computed for all rows before it, too.
 */
async function describeDrivers(drivers: readonly Driver[], signal: AbortSignal): Promise<ListedDriver[]> {
  const ids = drivers.map(({ id }) => id);
  const [shared, invitations] = await Promise.all([
    getDatabase().rpc('shared_driver_codes', { drivers: ids }).abortSignal(signal),
    openInvitations(drivers, signal),
  ]);
  const sharing = new Set(unwrap(shared).map(({ driver_id }) => driver_id));
  return drivers.map((driver) => ({
    ...driver,
    shares_driver_code: sharing.has(driver.id),
    invitation: invitations.get(driver.id),
  }));
}

/** The invitations that nobody has used or withdrawn, by driver. */
async function openInvitations(
  drivers: readonly Driver[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OpenInvitation>> {
  const invited = drivers.filter((driver) => driverStateOf(driver) === 'invited').map(({ id }) => id);
  if (invited.length === 0) return new Map();
  const query = getDatabase()
    .from('driver_invitations')
    .select('driver_id,created_at,expires_at')
    .in('driver_id', invited)
    .is('used_at', null)
    .is('withdrawn_at', null);
  return new Map(unwrap(await query.abortSignal(signal)).map((found) => [found.driver_id, found]));
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

/**
 * Records that a driver has left the company: the open shift ends, the accounts are blocked, every device is signed out. The
 * record with its reviews, shifts and documents stays.
 * @throws DataError `not_admin`, `driver_not_found`
 */
export async function markDriverLeft(id: string): Promise<void> {
  unwrap(await getDatabase().rpc('driver_left', { driver: id }));
}

/** Takes a driver back who had left: active again, and no longer blocked. @throws DataError as `markDriverLeft` */
export async function markDriverReturned(id: string): Promise<void> {
  unwrap(await getDatabase().rpc('driver_returned', { driver: id }));
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
 * Deletes a driver's record, with it the link to its user and its documents, then its photos and the documents' files. A photo below the name of another account
 * stays, because the record may name any. The record is what counts: a file that cannot be removed is only logged.
 * @throws DataError `not_found` when the record is gone already
 */
export async function deleteDriver(driver: Driver): Promise<void> {
  const deleted = unwrap(await getDatabase().from('drivers').delete().eq('id', driver.id).select('id'));
  if (deleted.length === 0) throw new DataError('not_found', 'No driver was deleted', 404);
  const { photo_url: shown, pending_photo_url: pending, created_by: account } = driver;
  const paths = [shown, pending].flatMap((url) => ownPhotoPath(url, account) ?? []);
  try {
    if (paths.length > 0) unwrap(await (await getStorage()).from(photoBucket).remove(paths));
    await removeDocumentFiles(documentFolder('driver', driver.id));
  } catch (failure) {
    console.error('The files of a deleted driver could not be removed', driver.id, failure);
  }
}

/** The name of a driver, by whom a list is filtered; null for one whose record is gone. */
export async function readDriverName(id: string, signal: AbortSignal): Promise<string | null> {
  const drivers = unwrap(await getDatabase().from('drivers').select('name').eq('id', id).abortSignal(signal));
  return drivers[0]?.name ?? null;
}
