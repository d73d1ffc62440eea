import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { TabletSmartphone } from 'lucide-react';
import { useState } from 'react';
import { servedVersion } from '../../data/appVersion.ts';
import {
  listDevices,
  troubles,
  type DevicePage,
  type DeviceCondition,
} from '../../data/fleet/deviceAdmin.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { Table } from '../parts/Table.tsx';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { ListLocation } from '../parts/useListLocation.ts';
import { SetupDialog } from './SetupDialog.tsx';
import { DeviceDialog } from './DeviceDialog.tsx';
import { DeviceRow } from './DeviceRow.tsx';

const states: readonly DeviceCondition[] = ['fine', ...troubles];
/** Devices go dark without a change that could be announced. In milliseconds. */
const refreshEvery = 30_000;

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
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [adminKey, 'devices', search, state, version, page],
    queryFn: ({ signal }) => listDevices(search, state, version ?? '', page, signal),
    placeholderData: keepPreviousData,
    refetchInterval: refreshEvery,
    networkMode: 'always',
    enabled: version !== undefined,
  });
  const listing = {
    rows: data?.rows.filter(({ id }) => !hidden.has(id)),
    page: data?.page ?? page,
    total: (data?.total ?? 0) - hidden.size,
    error,
    busy: isFetching,
    stale: isPlaceholderData,
    retry: () => void refetch(),
  };
  return { listing, counts: data?.counts, state };
}

/** All devices: their condition, filters, what they can be asked for, and the set-up of a new one. */
export default function DevicesSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('devices');
  const { actions } = useNamespace('admin');
  const { listing, counts, state } = useDevices(location, hidden);
  const [openId, setOpenId] = useState<string | null>(null);
  const [settingUp, setSettingUp] = useState(false);
  const open = listing.rows?.find(({ id }) => id === openId);

  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        narrowed={state !== ''}
        actions={
          <Button
            size="compact"
            icon={<TabletSmartphone size={20} className="shrink-0" />}
            onClick={() => setSettingUp(true)}
          >
            {t.setUp.action}
          </Button>
        }
        filters={
          <Filters state={state} counts={counts} onState={(next) => location.setFilters({ state: next })} />
        }
        empty={
          <EmptyState title={state === '' ? t.empty : t.noneInState} icon={<TabletSmartphone size={44} />}>
            {state === '' && t.emptyHint}
          </EmptyState>
        }
      >
        <Table
          caption={t.caption}
          columns={[
            { label: t.columns.device },
            { label: t.columns.plate, width: 'w-31' },
            { label: t.columns.state },
            { label: t.columns.power, width: 'w-48', isExtra: true },
            { label: t.columns.seen, width: 'w-48', isExtra: true },
            { label: actions, width: 'w-28' },
          ]}
        >
          {listing.rows?.map((device) => (
            <DeviceRow key={device.id} device={device} onOpen={() => setOpenId(device.id)} />
          ))}
        </Table>
      </ListFrame>
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
      label={t.filter}
      value={state}
      options={[
        { value: '', label: t.all },
        ...states.map((each) => ({ value: each, label: counted(each) })),
      ]}
      onChange={onState}
      className="w-full sm:w-72"
    />
  );
}
