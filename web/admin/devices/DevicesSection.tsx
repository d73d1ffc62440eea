import { useQuery } from '@tanstack/react-query';
import { TabletSmartphone } from 'lucide-react';
import { servedVersion } from '../../data/appVersion.ts';
import { listDevices, troubles, type DeviceCondition } from '../../data/devices/deviceRecords.ts';
import { functionSorts } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { OpenedAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useList } from '../parts/list/useList.tsx';
import { useDeviceColumns } from './columns.tsx';
import { SetupDialog } from './SetupDialog.tsx';
import { useNameOfDevice } from './DeviceStates.tsx';
import { DeviceDialog } from './DeviceDialog.tsx';
import { useDeviceActs } from './useDeviceActs.tsx';

const states: readonly DeviceCondition[] = ['fine', ...troubles];
/** Devices go dark without a change that could be announced. */
const refreshMs = 30_000;

/** The version that the server gives out now: an open panel may itself be old. Undefined while it is not known. */
function useServedVersion(): string | undefined {
  return useQuery({
    queryKey: ['served-version'],
    queryFn: ({ signal }) => servedVersion(signal),
    staleTime: 5 * 60_000,
  }).data;
}

/** All devices: conditions, filters, commands, and the set-up of a new one. */
export default function DevicesSection(props: SectionProps) {
  const { location, onRemove } = props;
  const t = useNamespace('devices');
  const format = useFormat();
  const version = useServedVersion();
  const { frame, filter, listing } = useList(props, {
    name: 'devices',
    words: t,
    icon: TabletSmartphone,
    filters: { state: states },
    sorts: functionSorts.list_devices_by,
    load: (wanted, at, signal) => listDevices(wanted, version ?? '', at, signal),
    rowsPerPart: 100,
    enabled: version !== undefined,
    refetchInterval: refreshMs,
  });
  const { counts } = listing;
  const counted = (state: DeviceCondition) =>
    counts ? t.counted(t.states[state], format.count(counts[state])) : t.states[state];
  const deviceName = useNameOfDevice();
  const acts = useDeviceActs(onRemove);
  const columns = useDeviceColumns(acts);
  const opened = listing.rows?.find(({ id }) => id === location.record);

  return (
    <>
      <ListFrame
        {...frame}
        primary={{ ...useNamedActs('devices').new, dialog: <SetupDialog onClose={location.close} /> }}
        filters={
          <FilterSelect
            filter={filter}
            name="state"
            label={t.filter}
            all={t.all}
            options={states.map((state) => ({ value: state, label: counted(state) }))}
          />
        }
        list={{ columns }}
        selecting={{ nameOf: deviceName }}
      />
      {opened && location.act === '' && <DeviceDialog device={opened} acts={acts} onClose={location.close} />}
      <OpenedAct rows={listing.rows} acts={acts} />
    </>
  );
}
