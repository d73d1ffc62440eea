import type { ListedDevice } from '../../data/fleet/deviceAdmin.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { useFormat } from '../parts/useFormat.ts';

/** A megabyte, in bytes. */
const megabyte = 1e6;

type Fact = readonly [label: string, value: string | null];

/** Which screen or panel a device shows, in words; its id for one that this version does not know. */
function useScreenName(): (id: string) => string {
  const { screens } = useNamespace('devices').details;
  const { home } = useMessages();
  const { driver, driverMenu, account, shift, display, rateTrip: rating, tiles } = home;
  const map = tiles.location.title;
  const titles = Object.entries(tiles).map(([id, { title }]) => [id, title] as const);
  const names = new Map<string, string>([
    ...titles,
    ...Object.entries({ ...screens, driver, driverMenu, account, shift, display, rating, map }),
  ]);
  return (id) => names.get(id) ?? id;
}

/** Label and value of what the device has told; null for what it has not. */
function useFacts(device: ListedDevice): readonly Fact[] {
  const { details: t, battery: charge, inShift, ownPlate } = useNamespace('devices');
  const format = useFormat();
  const screenName = useScreenName();
  const {
    battery,
    charging,
    storage_used: used,
    storage_persisted: stored,
    clock_offset_ms: offset,
  } = device;
  const wakeLock = device.wake_lock as keyof typeof t.wakeLocks | null;
  const storage = [
    ...(used === null ? [] : [`${format.count(Math.round(used / megabyte))} MB`]),
    ...(stored === null ? [] : [stored ? t.persisted : t.notPersisted]),
  ];
  const count = (value: number | null) => (value === null ? null : format.count(value));
  return [
    [t.driver, device.driver_name],
    [
      t.plate,
      device.license_plate &&
        `${plateInPairs(device.license_plate)} · ${device.in_shift ? inShift : ownPlate}`,
    ],
    [t.lastSeen, format.time(device.last_seen)],
    [t.lastPainted, device.last_painted_at && format.time(device.last_painted_at)],
    [t.power, battery === null ? null : charge(format.count(battery), charging === true)],
    [t.network, device.network],
    [t.storage, storage.join(' · ')],
    [t.wakeLock, wakeLock && t.wakeLocks[wakeLock]],
    [t.clock, offset === null ? null : t.seconds(format.count(Math.round(offset / 1_000)))],
    [t.unsent, count(device.unsent_ratings)],
    [t.version, device.app_version],
    [t.content, count(device.content_release)],
    [t.screen, device.screen && screenName(device.screen)],
    [t.lastError, device.last_error],
  ];
}

/** The device's last report about itself. */
export function DeviceFacts({ device }: { readonly device: ListedDevice }) {
  const facts = useFacts(device).filter(([, value]) => value);
  return (
    <dl className="divide-y divide-line rounded-card border border-line text-small">
      {facts.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5">
          <dt className="text-ink-soft">{label}</dt>
          <dd className="min-w-0 font-semibold [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
