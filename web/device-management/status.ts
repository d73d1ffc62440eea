import { appVersion } from '../data/appVersion.ts';
import type { DeviceReport } from '../data/devices/devices.ts';
import { deviceState } from '../device/deviceState.ts';
import { storedReviews } from '../outbox/store.ts';
import { isNumber, storedValue } from '../util/storedValue.ts';
import { within } from '../util/time/within.ts';
import { notedErrors } from './errorLog.ts';

/** Parts of the browser that TypeScript's library leaves out: not every browser has them. */
interface MoreNavigator {
  readonly connection?: { readonly type?: string; readonly effectiveType?: string };
  readonly getBattery?: () => Promise<{ readonly level: number; readonly charging: boolean }>;
}

/** By the page's own clock, in milliseconds. */
let lastPainted = performance.now();
/** When any tab of this device last drew, in milliseconds since 1970: a tab behind another is not a dark screen. */
const paintedAt = storedValue('transfer.painted', isNumber);

/** Notes when the browser next draws a frame, which it does not do for a page that nobody can see. */
export function watchPainting(): void {
  requestAnimationFrame(() => {
    lastPainted = performance.now();
    // Without storage each tab tells of itself only.
    paintedAt.write(Date.now());
  });
}

/** The time since this device drew, in milliseconds. */
function paintedAgo(): number {
  const own = performance.now() - lastPainted;
  const any = Date.now() - (paintedAt.read() ?? 0);
  // The wall clock may have been set back since; a page's own clock stands still in a sleep.
  return Math.max(0, Math.round(any < 0 ? own : Math.min(own, any)));
}

/** Some promises never settle, as that of the battery in a second tab of Chrome. */
const factTimeoutMs = 1_000;

/** The value; undefined after an error or the timeout: a heartbeat without one fact is better than none. */
async function settled<Value>(pending: Promise<Value> | undefined): Promise<Value | undefined> {
  return pending && within(factTimeoutMs, pending).catch(() => undefined);
}

async function battery(): Promise<Pick<DeviceReport, 'battery' | 'charging'>> {
  const { getBattery } = navigator as MoreNavigator;
  const found = await settled(getBattery?.call(navigator));
  return found ? { battery: Math.round(found.level * 100), charging: found.charging } : {};
}

function network(): Pick<DeviceReport, 'network'> {
  const { connection } = navigator as MoreNavigator;
  const kind = connection?.type ?? connection?.effectiveType;
  return kind ? { network: kind.slice(0, 20) } : {};
}

/** The browser has no such interface on plain http. */
async function storage(): Promise<Pick<DeviceReport, 'storage_used' | 'storage_persisted'>> {
  const manager = navigator.storage as StorageManager | undefined;
  const estimate = await settled(manager?.estimate());
  const persisted = deviceState().storagePersisted ?? (await settled(manager?.persisted()));
  return {
    ...(estimate?.usage !== undefined && { storage_used: Math.round(estimate.usage) }),
    ...(persisted !== undefined && { storage_persisted: persisted }),
  };
}

/** The status of this device, for a heartbeat. @param release the number of the release on the screen */
export async function deviceStatus(driverId: string, release: number): Promise<DeviceReport> {
  const { wakeLock, screen, parked } = deviceState();
  const [power, space, unsent] = await Promise.all([battery(), storage(), settled(storedReviews(driverId))]);
  const [error] = notedErrors();
  return {
    app_version: appVersion().slice(0, 40),
    content_release: release,
    now: Date.now(),
    painted_ago: paintedAgo(),
    ...power,
    ...network(),
    ...space,
    wake_lock: wakeLock,
    ...(unsent && { unsent_ratings: unsent.length }),
    screen: (parked ? 'parked' : screen).slice(0, 40),
    ...(error && { last_error: error.text }),
  };
}
