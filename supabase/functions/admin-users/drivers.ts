import type { Backend } from '../_shared/backend.ts';
import { httpError, HttpError } from '../_shared/errors.ts';

/** As much of a driver as the list of users shows. */
export interface LinkedDriver {
  readonly id: string;
  readonly name: string;
  readonly license_plate: string | null;
}

/** The drivers of some users, by user. */
export async function driversOf(backend: Backend, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, LinkedDriver>();
  const select = 'user_id,driver:drivers(id,name,license_plate)';
  const response = await backend.rest(`/user_drivers?select=${select}&user_id=in.(${userIds.join(',')})`);
  const rows = (await response.json()) as { user_id: string; driver: LinkedDriver | null }[];
  return new Map(rows.flatMap(({ user_id: user, driver }) => (driver ? [[user, driver]] : [])));
}

/** @throws HttpError driver_not_found */
export async function requireDriver(backend: Backend, driverId: string): Promise<void> {
  const response = await backend.rest(`/drivers?select=id&id=eq.${driverId}`);
  const rows = (await response.json()) as readonly unknown[];
  if (rows.length === 0) throw httpError('driver_not_found');
}

const foreignKeyViolation = '23503';

/**
 * Links a user to a driver in place of the one they had; null leaves them without.
 * @throws HttpError driver_not_found
 */
export async function linkDriver(backend: Backend, userId: string, driverId: string | null): Promise<void> {
  if (driverId === null) {
    await backend.rest(`/user_drivers?user_id=eq.${userId}`, { method: 'DELETE' });
    return;
  }
  const link = {
    method: 'POST',
    body: { user_id: userId, driver_id: driverId },
    headers: { Prefer: 'resolution=merge-duplicates,return=minimal' },
  };
  await backend.rest('/user_drivers?on_conflict=user_id', link).catch((error: unknown) => {
    const gone = error instanceof HttpError && error.code === foreignKeyViolation;
    throw gone ? httpError('driver_not_found') : error;
  });
}
