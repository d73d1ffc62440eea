import type { Tablet } from '../../data/fleet/tablets.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { useFormat } from '../parts/useFormat.ts';

/** A megabyte, in bytes. */
const megabyte = 1e6;

type Fact = readonly [label: string, value: string | null];

/** Which screen or panel a tablet shows, in words; its id for one that this version does not know. */
function useScreenName(): (id: string) => string {
  const { screens } = useNamespace('tablets').details;
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

/** Label and value of what the tablet has told; null for what it has not. */
function useFacts(tablet: Tablet): readonly Fact[] {
  const { details: t, battery: charge, inShift, ownPlate } = useNamespace('tablets');
  const format = useFormat();
  const screenName = useScreenName();
  const { battery, charging, storage_used: used, storage_persisted: kept, clock_offset_ms: offset } = tablet;
  const wakeLock = tablet.wake_lock as keyof typeof t.wakeLocks | null;
  const storage = [
    ...(used === null ? [] : [`${format.count(Math.round(used / megabyte))} MB`]),
    ...(kept === null ? [] : [kept ? t.persisted : t.notPersisted]),
  ];
  const count = (value: number | null) => (value === null ? null : format.count(value));
  return [
    [t.driver, tablet.driver_name],
    [
      t.plate,
      tablet.license_plate &&
        `${plateInPairs(tablet.license_plate)} · ${tablet.in_shift ? inShift : ownPlate}`,
    ],
    [t.lastSeen, format.time(tablet.last_seen)],
    [t.lastPainted, tablet.last_painted_at && format.time(tablet.last_painted_at)],
    [t.power, battery === null ? null : charge(format.count(battery), charging === true)],
    [t.network, tablet.network],
    [t.storage, storage.join(' · ')],
    [t.wakeLock, wakeLock && t.wakeLocks[wakeLock]],
    [t.clock, offset === null ? null : t.seconds(format.count(Math.round(offset / 1_000)))],
    [t.unsent, count(tablet.unsent_ratings)],
    [t.version, tablet.app_version],
    [t.content, count(tablet.content_release)],
    [t.screen, tablet.screen && screenName(tablet.screen)],
    [t.lastError, tablet.last_error],
  ];
}

/** The tablet's last report about itself. */
export function TabletFacts({ tablet }: { readonly tablet: Tablet }) {
  const facts = useFacts(tablet).filter(([, value]) => value);
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
