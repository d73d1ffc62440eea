import type { DeviceIdentity } from '../data/devices/devices.ts';
import { deviceId } from '../device/deviceId.ts';
import { isString, storedValue } from '../util/storedValue.ts';
import { newUuid } from '../util/uuid.ts';

const storedKey = storedValue('transfer.device-key', isString);

/** Stands for the key where nothing can be stored; it ends with the page. */
let ofThisPage: string | undefined;

/** This device's id and its key, made at the first call. They stay when the driver signs out. */
export function deviceIdentity(): DeviceIdentity {
  const device_id = deviceId();
  const stored = storedKey.read();
  if (stored !== null && stored.length >= 32) return { device_id, key: stored };
  ofThisPage ??= newUuid() + newUuid();
  storedKey.write(ofThisPage);
  return { device_id, key: ofThisPage };
}
