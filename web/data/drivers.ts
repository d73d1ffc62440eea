import type { Database } from '../../shared/database.types.ts';
import type { DriverColumn } from '../../shared/driverFields.ts';
import { defaultRating } from '../../shared/limits.ts';
import { getDatabase } from './client.ts';
import { toDataError, unwrap } from './errors.ts';

export type Driver = Database['public']['Tables']['drivers']['Row'];
/** The columns a person fills in. */
export type DriverFields = Pick<Driver, DriverColumn | 'photo_url'>;

/** @returns the driver, or null when there is no such row or the caller may not see it */
export async function getDriver(id: string): Promise<Driver | null> {
  return unwrap(await getDatabase().from('drivers').select('*').eq('id', id))[0] ?? null;
}

async function getDriverCreatedBy(userId: string): Promise<Driver | null> {
  const drivers = getDatabase().from('drivers');
  return unwrap(await drivers.select('*').eq('created_by', userId).limit(1))[0] ?? null;
}

/**
 * The driver of a user, or null when there is none yet. Makes the missing link of a registration that was cut off after
 * the driver was written.
 */
export async function getDriverForUser(userId: string): Promise<Driver | null> {
  const links = getDatabase().from('user_drivers');
  const [link] = unwrap(await links.select('driver_id').eq('user_id', userId).limit(1));
  if (link) return getDriver(link.driver_id);
  const created = await getDriverCreatedBy(userId);
  if (created) await linkDriver(userId, created.id);
  return created;
}

/**
 * Writes the driver of `userId` and reads it back. If this user's driver exists already, returns that one: finishing
 * twice is harmless.
 * @throws DataError of the insertion
 */
export async function insertDriver(userId: string, fields: DriverFields): Promise<Driver> {
  const { data, error, status } = await getDatabase()
    .from('drivers')
    .insert({ ...fields, created_by: userId })
    .select()
    .single();
  if (!error) return data;
  const failure = toDataError(error, status);
  if (!duplicateCodes.has(failure.code)) throw failure;
  // PostgreSQL names only the first index that refuses, so any duplicate may be our own earlier row.
  const existing = await getDriverCreatedBy(userId);
  if (!existing) throw failure;
  return existing;
}

const duplicateCodes = new Set(['driver_exists', '23505']);

/** Links a user to a driver; an existing link is no error. */
export async function linkDriver(userId: string, driverId: string): Promise<void> {
  const { error, status } = await getDatabase()
    .from('user_drivers')
    .insert({ user_id: userId, driver_id: driverId });
  if (!error) return;
  const failure = toDataError(error, status);
  if (failure.code !== 'link_exists' && failure.code !== '23505') throw failure;
}

/** The columns an administrator changes. With `version`, the change fails if somebody else changed the record since. */
export type DriverChanges = Partial<DriverFields> &
  Partial<Pick<Driver, 'approved' | 'pending_photo_url' | 'version'>>;

/** @throws DataError `PGRST116` when the row is gone or may not be changed, `edit_conflict` */
export async function updateDriver(id: string, fields: DriverChanges): Promise<Driver> {
  return unwrap(await getDatabase().from('drivers').update(fields).eq('id', id).select().single());
}

/** The rating shown for a driver: the average the database keeps, to one decimal; 4.8 without reviews. */
export function displayedRating(driver: Pick<Driver, 'average_rating' | 'review_count'>): number {
  if (driver.review_count === 0 || driver.average_rating === null) return defaultRating;
  return roundRating(driver.average_rating);
}

/** Half up to one decimal, on the decimal value: 4.35 is 4.4, although its binary form is below that. */
export function roundRating(average: number): number {
  return Math.round(Number((average * 10).toFixed(6))) / 10;
}
