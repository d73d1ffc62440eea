import { CarFront } from 'lucide-react';
import { useState } from 'react';
import { listDriversPage } from '../../data/admin/drivers.ts';
import { driverStates, type DriverState } from '../../data/driverState.ts';
import type { Driver } from '../../data/drivers.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { Table } from '../parts/Table.tsx';
import { useHeldRows } from '../parts/useHeldRows.ts';
import { useListing } from '../parts/useListing.ts';
import { DeleteDriverDialog } from './DeleteDriverDialog.tsx';
import { driverColumns } from './DriverCells.tsx';
import { DriverRow } from './DriverRow.tsx';
import { LeavingDialog } from './LeavingDialog.tsx';

type Open = { readonly dialog: 'delete' | 'leave'; readonly driver: Driver } | null;

/** All drivers: search, pages, inline editing, deletion. */
export function DriversSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const { common, driver: labels } = useMessages();
  const { driverList: t, actions } = useNamespace('admin');
  const { search, page } = location;
  const state = driverStates.find((each) => each === location.filter('state')) ?? '';
  const key = JSON.stringify({ search, state });
  const load = (_key: string, wanted: number, signal: AbortSignal) =>
    listDriversPage({ search, state }, wanted, signal);
  const listing = useListing('drivers', key, page, load, hidden);
  const held = useHeldRows(listing.rows, `${page} ${key}`);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);

  return (
    <>
      <ListFrame
        listing={{ ...listing, rows: held.rows }}
        location={location}
        searchLabel={t.search}
        actions={<StateFilter state={state} onChange={location.setFilters} />}
        narrowed={state !== ''}
        empty={
          <EmptyState title={t.empty} icon={<CarFront size={44} />}>
            {t.emptyHint}
          </EmptyState>
        }
      >
        <Table
          caption={t.caption}
          columns={[
            { label: labels.short.name },
            ...driverColumns.map(({ field, width }) => ({ label: labels.short[field], width })),
            { label: common.rating, width: 'w-50', isExtra: true },
            { label: actions, width: 'w-40' },
          ]}
        >
          {held.rows?.map((driver, index) => (
            <DriverRow
              key={driver.id}
              driver={driver}
              editing={held.isHeld(driver)}
              onEdit={() => held.hold(driver, index)}
              onLeave={() => held.release(driver)}
              onDone={onDone}
              onDelete={() => setOpen({ dialog: 'delete', driver })}
              onLeft={() => setOpen({ dialog: 'leave', driver })}
            />
          ))}
        </Table>
      </ListFrame>
      {open?.dialog === 'delete' && (
        <DeleteDriverDialog driver={open.driver} onRemove={onRemove} onClose={close} />
      )}
      {open?.dialog === 'leave' && <LeavingDialog driver={open.driver} onDone={onDone} onClose={close} />}
    </>
  );
}

interface StateFilterProps {
  readonly state: DriverState | '';
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** Drivers who have left are listed only when they are asked for. */
function StateFilter({ state, onChange }: StateFilterProps) {
  const { driverList: t, driverStates: words } = useNamespace('admin');
  return (
    <SelectField
      label={t.filter}
      value={state}
      options={[
        { value: '', label: t.inCompany },
        ...driverStates.map((each) => ({ value: each, label: words[each] })),
      ]}
      onChange={(next) => onChange({ state: next })}
      className="flex-row items-center gap-3"
    />
  );
}
