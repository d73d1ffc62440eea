import { Eye } from 'lucide-react';
import type { ListedDevice } from '../../data/fleet/deviceAdmin.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { PlateTag } from '../parts/PlateTag.tsx';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { useFormat } from '../parts/useFormat.ts';
import { DeviceConditions, DeviceCommand } from './DeviceStates.tsx';
import { useDeviceName } from './useDeviceName.ts';

export interface DeviceRowProps {
  readonly device: ListedDevice;
  readonly onOpen: () => void;
}

/** Battery and network in a line; empty for a browser that tells neither. */
function usePower({ battery, charging, network }: ListedDevice): string {
  const t = useNamespace('devices');
  const format = useFormat();
  const charge = battery === null ? [] : [t.battery(format.count(battery), charging === true)];
  return [...charge, ...(network ? [network] : [])].join(' · ');
}

/** One device: a row, or a card where there is no room for a table. */
export function DeviceRow({ device, onOpen }: DeviceRowProps) {
  const t = useNamespace('devices');
  const breakpoint = useBreakpoint();
  const format = useFormat();
  const name = useDeviceName(device);
  const power = usePower(device);
  const { license_plate: plate } = device;
  const title = (
    <span className="block min-w-0">
      <span className="block font-semibold [overflow-wrap:anywhere]">{name}</span>
      <span className="block text-small text-ink-soft [overflow-wrap:anywhere]">
        {device.driver_name ?? t.noDriver}
      </span>
    </span>
  );
  const button = <IconButton size="compact" label={t.open(name)} icon={<Eye size={22} />} onClick={onOpen} />;
  const tag = plate && (
    <span className="inline-block text-small text-ink-soft">
      {device.in_shift ? <PlateTag driver={{ license_plate: plate }} /> : plateInPairs(plate)}
      <span className="block">{device.in_shift ? t.inShift : t.ownPlate}</span>
    </span>
  );

  if (breakpoint === 'cards')
    return (
      <li className="flex flex-col gap-2 border-b border-line py-3 pr-2 pl-4">
        <div className="flex items-center justify-between gap-2">
          <h3 className="min-w-0">{title}</h3>
          {button}
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-small text-ink-soft">
          {tag}
          {power && <span>{power}</span>}
        </div>
        <DeviceConditions device={device} />
        <DeviceCommand device={device} />
      </li>
    );
  return (
    <tr className="border-b border-line hover:bg-surface">
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-normal">
        {title}
      </th>
      <td className="px-2 py-2">{tag}</td>
      <td className="px-2 py-2">
        <DeviceConditions device={device} />
        <DeviceCommand device={device} />
      </td>
      {breakpoint === 'wide' && (
        <>
          <td className="px-2 py-2 text-small text-ink-soft tabular-nums">{power}</td>
          <td className="px-2 py-2 text-small text-ink-soft tabular-nums">{format.time(device.last_seen)}</td>
        </>
      )}
      <td className="px-2 py-1">{button}</td>
    </tr>
  );
}
