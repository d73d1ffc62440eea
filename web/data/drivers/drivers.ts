import type { Database } from '../../../shared/database.types.ts';
import type { DriverColumn } from '../../../shared/records/driver.ts';
import { defaultRating } from '../../../shared/limits.ts';
import { driverOfUserPath } from '../begunRead.ts';
import { callBackend } from '../client.ts';
import { toDataError } from '../errors.ts';

// Part of the first load: without the client of `rest/v1`.

export type Driver = Database['public']['Tables']['drivers']['Row'];
/** The columns a person fills in. */
export type DriverFields = Pick<Driver, DriverColumn | 'photo_url'>;

/** Reads one driver; null when there is none or the caller may not see it. `filter` as PostgREST takes it. */
async function findDriver(filter: string): Promise<Driver | null> {
  const [driver] = await callBackend<Driver[]>(`rest/v1/drivers?select=*&${filter}`);
  return driver ?? null;
}

/** @returns the driver, or null when there is no such row or the caller may not see it */
export function getDriver(id: string): Promise<Driver | null> {
  return findDriver(`id=eq.${id}`);
}

export function getDriverCreatedBy(userId: string): Promise<Driver | null> {
  return findDriver(`created_by=eq.${userId}&limit=1`);
}

/**
 * The driver of a user, or null when there is none yet. Makes the missing link of a registration that was cut off after
 * the driver was written.
 */
export async function getDriverForUser(userId: string): Promise<Driver | null> {
  const [link] = await callBackend<{ drivers: Driver | null }[]>(driverOfUserPath(userId));
  if (link) return link.drivers;
  const created = await getDriverCreatedBy(userId);
  if (created) await linkDriver(userId, created.id);
  return created;
}

/** Links a user to a driver; an existing link is no error. */
export async function linkDriver(userId: string, driverId: string): Promise<void> {
  const body = { user_id: userId, driver_id: driverId };
  try {
    await callBackend('rest/v1/user_drivers', { method: 'POST', body });
  } catch (error) {
    const { code } = toDataError(error);
    if (code !== 'link_exists' && code !== '23505') throw error;
  }
}

/** The rating shown for a driver: the average the database keeps, to one decimal; 4.8 without reviews. */
export function displayedRating(driver: Pick<Driver, 'average_rating' | 'review_count'>): number {
  if (driver.review_count === 0 || driver.average_rating === null) return defaultRating;
  return roundRating(driver.average_rating);
}

/** The rating of the fair display: null for a driver without reviews, whom passengers read to be new. */
export function fairRating(driver: Pick<Driver, 'average_rating' | 'review_count'>): number | null {
  return driver.review_count === 0 ? null : displayedRating(driver);
}

/** Half up to one decimal, on the decimal value: 4.35 is 4.4, although its binary form is below that. */
export function roundRating(average: number): number {
  return Math.round(Number((average * 10).toFixed(6))) / 10;
}
