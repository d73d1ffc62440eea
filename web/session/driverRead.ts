import { beginRead, driverOfUserPath } from '../data/begunRead.ts';
import { freshToken, storedSession } from '../data/session/storedSession.ts';

interface Row {
  readonly drivers: { readonly name: string; readonly approved: boolean } | null;
}

/**
 * Reads the driver of the stored session while the app loads. Staff have none.
 * @returns the driver's name; null where the response names nobody who may drive. Never rejects.
 */
export async function beginDriverRead(): Promise<string | null> {
  const user = storedSession()?.user;
  const token = freshToken();
  if (!user || !token || user.app_metadata['role'] !== undefined) return null;
  try {
    // The app reads the body of the original.
    const response = (await beginRead(driverOfUserPath(user.id), token)).clone();
    if (!response.ok) return null;
    const [row] = (await response.json()) as readonly Row[];
    return row?.drivers?.approved ? row.drivers.name : null;
  } catch {
    return null;
  }
}
