import { useQuery } from '@tanstack/react-query';
import { TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import { servedVersion } from '../../data/appVersion.ts';
import { listDevices, troubles, type DeviceCondition } from '../../data/devices/deviceRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useDeviceColumns, loadDeviceColumns } from './columns.tsx';
import { SetupDialog } from './SetupDialog.tsx';
import { useNameOfDevice } from './DeviceStates.tsx';
import { DeviceDialog } from './DeviceDialog.tsx';

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
export default function DevicesSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('devices');
  const format = useFormat();
  const version = useServedVersion();
  const filter = readListFilter(location, { state: states });
  const listing = useListing({
    name: 'devices',
    filter: { ...filter.values, version },
    page: location.page,
    load: (wanted, at, signal) => listDevices(wanted.search, wanted.state, wanted.version ?? '', at, signal),
    rowsPerPart: 100,
    hidden,
    enabled: version !== undefined,
    refetchInterval: refreshMs,
  });
  const { counts } = listing;
  const counted = (state: DeviceCondition) =>
    counts ? t.counted(t.states[state], format.count(counts[state])) : t.states[state];
  const [openId, setOpenId] = useState<string | null>(null);
  const [settingUp, setSettingUp] = useState(false);
  const names = useNamespace('admin');
  const deviceName = useNameOfDevice();
  const columns = useDeviceColumns(({ id }) => setOpenId(id));
  const open = listing.rows?.find(({ id }) => id === openId);

  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        words={t}
        icon={TabletSmartphone}
        exporting={{ file: { name: names.devices, loadColumns: loadDeviceColumns }, onDone }}
        primary={{
          label: t.setUp.action,
          icon: <TabletSmartphone size={20} className="shrink-0" />,
          onPress: () => setSettingUp(true),
        }}
        filter={filter}
        filters={
          <FilterSelect
            filter={filter}
            name="state"
            label={t.filter}
            all={t.all}
            options={states.map((state) => ({ value: state, label: counted(state) }))}
            className="w-full md:w-72"
          />
        }
        list={{ columns }}
        selecting={{ nameOf: deviceName }}
      />
      {open && (
        <DeviceDialog device={open} onClose={() => setOpenId(null)} onDone={onDone} onRemove={onRemove} />
      )}
      {settingUp && <SetupDialog onClose={() => setSettingUp(false)} />}
    </>
  );
}
