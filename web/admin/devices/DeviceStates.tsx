import {
  BatteryLow,
  Check,
  Clock,
  CloudUpload,
  FileClock,
  History,
  MonitorOff,
  WifiOff,
  type LucideIcon,
} from 'lucide-react';
import type { ListedDevice, DeviceCondition } from '../../data/devices/deviceRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';

const icons: Readonly<Record<DeviceCondition, LucideIcon>> = {
  fine: Check,
  offline: WifiOff,
  dark: MonitorOff,
  battery: BatteryLow,
  old: History,
  release: FileClock,
  clock: Clock,
  ratings: CloudUpload,
};

/** States that pass without an act of the administrator. */
const mild: ReadonlySet<DeviceCondition> = new Set(['old', 'release', 'ratings']);

/** A device's condition in words. */
export function DeviceConditions({ device }: { readonly device: ListedDevice }) {
  const t = useNamespace('devices');
  const format = useFormat();
  const shown: readonly DeviceCondition[] = device.states.length === 0 ? ['fine'] : device.states;
  return (
    <ul className="flex flex-col gap-0.5 text-small">
      {shown.map((state) => {
        const Icon = icons[state];
        const tone = state === 'fine' ? 'text-success' : mild.has(state) ? 'text-ink-soft' : 'text-danger';
        return (
          <li key={state} className={`flex items-start gap-1.5 font-semibold ${tone}`}>
            <Icon size={18} className="mt-0.5 shrink-0" />
            <span className="min-w-0">
              {state === 'offline' ? t.offlineSince(format.time(device.last_seen)) : t.states[state]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** The command that the device has not fulfilled yet, or the last one that it has; nothing without either. */
export function DeviceCommand({ device }: { readonly device: ListedDevice }) {
  const t = useNamespace('devices');
  const format = useFormat();
  const { wanted_action: wanted, wanted_at: asked, done_action: done, done_at: at } = device;
  const text =
    wanted && asked
      ? t.waiting(t.actions[wanted], format.time(asked))
      : done && at && t.done(t.actions[done], format.time(at));
  return text ? <p className="text-small text-ink-soft">{text}</p> : null;
}

/** Enough of an id to tell two devices without names apart. */
const shownIdCharacters = 4;

type Named = Pick<ListedDevice, 'id' | 'name' | 'driver_name'>;

/** A network in words, or as the browser calls it; empty for a browser that tells none. */
export function networkName(network: string | null, names: Readonly<Record<string, string>>): string {
  return names[network ?? ''] ?? network ?? '';
}

/** Names devices: one without a name by its driver's, or by the beginning of its id. */
export function useNameOfDevice(): (device: Named) => string {
  const { unnamed } = useNamespace('devices');
  return (device) => nameOfDevice(device, unnamed);
}

/** The name of a device. @param unnamed the words for one without a name, with part of its id */
export function nameOfDevice(device: Named, unnamed: (id: string) => string): string {
  return device.name || device.driver_name || unnamedDevice(device, unnamed);
}

/** Tells the devices of a driver apart that nobody has named. */
export function unnamedDevice({ id }: Pick<Named, 'id'>, unnamed: (id: string) => string): string {
  return unnamed(id.slice(0, shownIdCharacters).toUpperCase());
}
