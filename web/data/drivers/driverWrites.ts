import { getDatabase } from '../database.ts';
import { getDriverCreatedBy, type Driver, type DriverFields } from './drivers.ts';
import { toDataError, unwrap } from '../errors.ts';

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

/** The columns an administrator changes. With `version`, the change fails if somebody else changed the record since. */
export type DriverChanges = Partial<DriverFields> &
  Partial<Pick<Driver, 'approved' | 'pending_photo_url' | 'version' | 'days_off'>>;

/** @throws DataError `PGRST116` when the row is gone or may not be changed, `edit_conflict` */
export async function updateDriver(id: string, fields: DriverChanges): Promise<Driver> {
  return unwrap(await getDatabase().from('drivers').update(fields).eq('id', id).select().single());
}
