import type { ListedDevice } from '../../data/devices/deviceRecords.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvNumber, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';
import { nameOfDevice } from './DeviceStates.tsx';

/** The columns of a file of devices. */
export async function loadDeviceColumns(): Promise<readonly ExportColumn<ListedDevice>[]> {
  const t = await loadNamespace('devices', 'es');
  const statesOf = ({ states }: ListedDevice) => (states.length > 0 ? states : (['fine'] as const));
  return [
    ['tableta', (device) => nameOfDevice(device, t.unnamed)],
    ['conductor', ({ driver_name: name }) => name ?? ''],
    ['patente', ({ license_plate: plate }) => plate ?? ''],
    [
      'estado',
      (device) =>
        statesOf(device)
          .map((state) => t.states[state])
          .join(', '),
    ],
    ['batería %', ({ battery }) => csvNumber(battery)],
    ['última señal', ({ last_seen: time }) => csvTime(time)],
    ['versión', ({ app_version: version }) => version ?? ''],
  ];
}
