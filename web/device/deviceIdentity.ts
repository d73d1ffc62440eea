import type { DeviceIdentity } from '../data/devices/devices.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';
import { newUuid } from '../util/uuid.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isIdentity = isObjectWith<DeviceIdentity>('device_id', 'key');

const storedIdentity = storedValue(
  'transfer.device',
  (value): value is DeviceIdentity => isIdentity(value) && uuid.test(value.device_id),
);

/** Stands for the device where nothing can be stored; it ends with the page. */
let ofThisPage: DeviceIdentity | undefined;

/**
 * The id and the key of this browser on this device, made at the first call. They stay when the driver signs out, for as long
 * as the browser keeps its storage.
 */
export function deviceIdentity(): DeviceIdentity {
  const stored = storedIdentity.read();
  if (stored !== null) return stored;
  ofThisPage ??= { device_id: newUuid(), key: newUuid() + newUuid() };
  storedIdentity.write(ofThisPage);
  return ofThisPage;
}

/** The UUID of this device. */
export function deviceId(): string {
  return deviceIdentity().device_id;
}
