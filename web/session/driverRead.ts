import { beginRead, driverOfUserPath } from '../data/begunRead.ts';
import { storedSession } from '../data/session/storedSession.ts';

interface Row {
  readonly drivers: { readonly name: string; readonly approved: boolean } | null;
}

/**
 * Reads the driver of the stored session while the app loads. Staff have none. An expired token is sent too: its refusal
 * says at once that the backend is there, and that the start has to wait for the refresh.
 * @returns the driver's name; null where the response names nobody who may drive. Never rejects.
 */
export async function beginDriverRead(): Promise<string | null> {
  const session = storedSession();
  if (!session || session.user.app_metadata['role'] !== undefined) return null;
  try {
    // The app reads the body of the original.
    const response = (await beginRead(driverOfUserPath(session.user.id), session.access_token)).clone();
    if (!response.ok) return null;
    const [row] = (await response.json()) as readonly Row[];
    return row?.drivers?.approved ? row.drivers.name : null;
  } catch {
    return null;
  }
}
