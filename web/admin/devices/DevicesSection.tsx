import { useQuery } from '@tanstack/react-query';
import { TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import { servedVersion } from '../../data/appVersion.ts';
import {
  listDevices,
  troubles,
  type DevicePage,
  type DeviceCondition,
} from '../../data/devices/deviceRecords.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ExportButton } from '../parts/files/ExportButton.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps, ListLocation } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useDeviceColumns } from './columns.tsx';
import { loadDeviceColumns } from './deviceFile.ts';
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

function useDevices({ search, page, filter }: ListLocation, hidden: ReadonlySet<string>) {
  const version = useServedVersion();
  const state: DeviceCondition | '' = states.find((each) => each === filter('state')) ?? '';
  const listing = useListing({
    name: 'devices',
    filter: { search, state, version },
    page,
    load: (wanted, at, signal) => listDevices(wanted.search, wanted.state, wanted.version ?? '', at, signal),
    rowsPerPart: 100,
    hidden,
    enabled: version !== undefined,
    refetchInterval: refreshMs,
  });
  return { listing, state };
}

/** All devices: conditions, filters, commands, and the set-up of a new one. */
export default function DevicesSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('devices');
  const { listing, state } = useDevices(location, hidden);
  const [openId, setOpenId] = useState<string | null>(null);
  const [settingUp, setSettingUp] = useState(false);
  const names = useNamespace('admin');
  const deviceName = useNameOfDevice();
  const file = { name: names.devices, loadColumns: loadDeviceColumns };
  const columns = useDeviceColumns(({ id }) => setOpenId(id));
  const open = listing.rows?.find(({ id }) => id === openId);

  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        narrowed={state !== ''}
        exporting={{ file, onDone }}
        primary={{
          label: t.setUp.action,
          icon: <TabletSmartphone size={20} className="shrink-0" />,
          onPress: () => setSettingUp(true),
        }}
        filters={
          <Filters
            state={state}
            counts={listing.counts}
            onState={(next) => location.setFilters({ state: next })}
          />
        }
        empty={
          <EmptyState title={state === '' ? t.empty : t.noneInState} icon={<TabletSmartphone size={44} />}>
            {state === '' && t.emptyHint}
          </EmptyState>
        }
        list={{ caption: t.caption, columns }}
        selecting={{
          nameOf: deviceName,
          renderActions: (selection) => <ExportButton selection={selection} file={file} onDone={onDone} />,
        }}
      />
      {open && (
        <DeviceDialog device={open} onClose={() => setOpenId(null)} onDone={onDone} onRemove={onRemove} />
      )}
      {settingUp && <SetupDialog onClose={() => setSettingUp(false)} />}
    </>
  );
}

interface FiltersProps {
  readonly state: DeviceCondition | '';
  readonly counts: DevicePage['counts'] | undefined;
  readonly onState: (state: string) => void;
}

/** The filter by condition, with the number of devices in each. */
function Filters({ state, counts, onState }: FiltersProps) {
  const t = useNamespace('devices');
  const format = useFormat();
  const counted = (each: DeviceCondition) =>
    counts ? t.counted(t.states[each], format.count(counts[each])) : t.states[each];
  return (
    <SelectField
      hideLabel
      label={t.filter}
      value={state}
      options={[
        { value: '', label: t.all },
        ...states.map((each) => ({ value: each, label: counted(each) })),
      ]}
      onChange={onState}
      className="w-full md:w-72"
    />
  );
}
