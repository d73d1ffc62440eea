import { beginRead, driverOfUserPath } from '../data/begunRead.ts';
import { freshToken, storedSession } from '../data/storedSession.ts';

/** Reads the driver of the stored session while the app loads. Staff have none. */
export function beginDriverRead(): void {
  const user = storedSession()?.user;
  const token = freshToken();
  if (user && token && user.app_metadata['role'] === undefined) beginRead(driverOfUserPath(user.id), token);
}
