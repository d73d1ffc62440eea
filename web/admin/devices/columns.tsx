import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { ListedDevice } from '../../data/devices/deviceRecords.ts';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { TimeAgo } from '../parts/list/cells.tsx';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { RowButtons, type RecordAct } from '../parts/record/acts.tsx';
import { useFormat } from '../parts/useFormat.ts';
import {
  DeviceConditions,
  DeviceCommand,
  unnamedDevice,
  useNameOfDevice,
  nameOfDevice,
  networkName,
} from './DeviceStates.tsx';
import { csvNumber, csvTime } from '../../util/csvText.ts';

const quiet = 'py-0.5 text-small text-ink-soft tabular-nums';

/** The columns of the devices: name, plate, conditions and command, power, last heartbeat, actions. */
export function useDeviceColumns(acts: readonly RecordAct<ListedDevice>[]): readonly Column<ListedDevice>[] {
  const { columns: t } = useNamespace('devices');
  const { actions: heading, moreActions } = useNamespace('admin');
  const nameOf = useNameOfDevice();
  const spanish = useSpanishNamespace('devices');
  const statesOf = (states: ListedDevice['states']) =>
    states.length > 0 ? states.map((state) => spanish.states[state]) : [spanish.states.fine];
  return [
    {
      id: 'device',
      label: t.device,
      sort: 'name',
      cell: (device) => <Title device={device} />,
      onCard: 'title',
      file: {
        tableta: (device) => nameOfDevice(device, spanish.unnamed),
        conductor: ({ driver_name: name }) => name ?? '',
      },
    },
    {
      id: 'plate',
      label: t.plate,
      width: 'w-31',
      sort: 'license_plate',
      cell: (device) => <DevicePlate device={device} />,
      onCard: 1,
      file: { patente: ({ license_plate: plate }) => plate ?? '' },
    },
    {
      id: 'state',
      label: t.state,
      cell: (device) => <DeviceConditions device={device} />,
      onCard: 2,
      file: { estado: ({ states }) => statesOf(states).join(', ') },
    },
    {
      id: 'command',
      label: t.state,
      cell: (device) => <DeviceCommand device={device} />,
      inTable: 'never',
      foldsInto: 'state',
      onCard: 3,
    },
    ...useSignalColumns(),
    actionsColumn(heading, 'w-26', (device) => (
      <RowButtons row={device} acts={acts} moreLabel={moreActions(nameOf(device))} />
    )),
  ];
}

/** Power and last heartbeat. */
function useSignalColumns(): readonly Column<ListedDevice>[] {
  const { columns: t } = useNamespace('devices');
  const power = usePowerText();
  return [
    {
      id: 'power',
      label: t.power,
      width: 'w-60',
      className: quiet,
      cell: power,
      elsewhere: (device) => <span className="text-small text-ink-soft empty:hidden">{power(device)}</span>,
      inTable: 'wide',
      onCard: 1,
      file: { 'batería %': ({ battery }) => csvNumber(battery) },
    },
    {
      id: 'seen',
      label: t.seen,
      sort: 'last_seen',
      width: 'w-36',
      className: quiet,
      cell: (device) => <TimeAgo time={device.last_seen} />,
      inTable: 'wide',
      file: {
        'última señal': ({ last_seen: time }) => csvTime(time),
        versión: ({ app_version: version }) => version ?? '',
      },
    },
  ];
}

/** Battery and network in a line; empty for a browser that tells neither. */
function usePowerText(): (device: ListedDevice) => string {
  const { battery: charge, details } = useNamespace('devices');
  const { count } = useFormat();
  return ({ battery, charging, network }) =>
    [
      battery === null ? '' : charge(count(battery), charging === true),
      networkName(network, details.networks),
    ]
      .filter(Boolean)
      .join(' · ');
}

interface DeviceProps {
  readonly device: ListedDevice;
}

function Title({ device }: DeviceProps) {
  const { noDriver, unnamed } = useNamespace('devices');
  // The driver's name stands for that of a device without one.
  const isNamed = device.name !== '' || device.driver_name === null;
  return (
    <span className="block min-w-0">
      <span className="block font-semibold [overflow-wrap:anywhere]">{useNameOfDevice()(device)}</span>
      <span className="block text-small text-ink-soft [overflow-wrap:anywhere]">
        {isNamed ? (device.driver_name ?? noDriver) : unnamedDevice(device, unnamed)}
      </span>
    </span>
  );
}

function DevicePlate({ device: { license_plate: plate, in_shift: inShift } }: DeviceProps) {
  const t = useNamespace('devices');
  if (!plate) return null;
  return (
    <span className="inline-flex items-center gap-x-2 text-small text-ink-soft md:inline-block">
      {inShift ? <Plate variant="tag" plate={plate} /> : <span>{plateInPairs(plate)}</span>}
      <span className="block">{inShift ? t.inShift : t.ownPlate}</span>
    </span>
  );
}
