import { storedValue } from '../util/storedValue.ts';
import { newUuid } from '../util/uuid.ts';

const storedId = storedValue(
  'transfer.device',
  (value): value is string =>
    typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
);

/** Stands for the device where nothing can be stored; it ends with the page. */
let ofThisPage: string | undefined;

/** The UUID of this browser on this device, made at the first call and stored for as long as the browser keeps its storage. */
export function deviceId(): string {
  const stored = storedId.read();
  if (stored !== null) return stored;
  ofThisPage ??= newUuid();
  storedId.write(ofThisPage);
  return ofThisPage;
}
