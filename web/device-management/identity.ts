import type { DeviceIdentity } from '../data/fleet/devices.ts';
import { deviceId } from '../device/deviceId.ts';
import { readStored } from '../util/stored.ts';
import { newUuid } from '../util/uuid.ts';

const storageKey = 'transfer.device-key';

/** Stands for the key where nothing can be stored; it ends with the page. */
let ofThisPage: string | undefined;

/** This device's id and its key, made at the first call. They stay when the driver signs out. */
export function deviceIdentity(): DeviceIdentity {
  const device_id = deviceId();
  const stored = readStored<unknown>(storageKey);
  if (typeof stored === 'string' && stored.length >= 32) return { device_id, key: stored };
  ofThisPage ??= newUuid() + newUuid();
  try {
    localStorage.setItem(storageKey, JSON.stringify(ofThisPage));
  } catch {
    // No storage, or none left.
  }
  return { device_id, key: ofThisPage };
}
