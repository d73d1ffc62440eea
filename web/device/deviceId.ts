import { readStored } from '../util/stored.ts';
import { newUuid } from '../util/uuid.ts';

const storageKey = 'transfer.device';

/** Stands for the device where nothing can be stored; it ends with the page. */
let ofThisPage: string | undefined;

/** The UUID of this browser on this device, made at the first call and kept for as long as its storage is. */
export function deviceId(): string {
  const stored = readStored<unknown>(storageKey);
  if (typeof stored === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(stored)) return stored;
  ofThisPage ??= newUuid();
  try {
    localStorage.setItem(storageKey, JSON.stringify(ofThisPage));
  } catch {
    // No storage, or none left.
  }
  return ofThisPage;
}
