import { CarFront } from 'lucide-react';
import { useState } from 'react';
import { listDriversPage, type DriverFilter, type ListedDriver } from '../../data/admin/drivers.ts';
import { readParts } from '../../data/admin/page.ts';
import { driverStates, type DriverState } from '../../data/driverState.ts';
import type { Driver } from '../../data/drivers.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { ListExport } from '../parts/ExportButton.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useHeldRows, useListing } from '../parts/useListing.ts';
import type { Selection } from '../parts/useSelection.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { useDriverColumns } from './columns.tsx';
import { DeleteDriverDialog, LeavingDialog } from './dialogs.tsx';
import { DriverEditor } from './DriverEditor.tsx';
import { loadDriverColumns } from './driverFile.ts';
import { DriverSelection } from './DriverSelection.tsx';

type Open =
  | { readonly dialog: 'delete' | 'leave'; readonly driver: Driver }
  | { readonly dialog: 'assign'; readonly selection: Selection<ListedDriver> }
  | null;

/** All drivers: search, pages, inline editing, deletion. */
export default function DriversSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const { driverList: t, drivers: name } = useNamespace('admin');
  const { search, page } = location;
  const state = driverStates.find((each) => each === location.filter('state')) ?? '';
  const filter: DriverFilter = { search, state };
  const listing = useListing({ name: 'drivers', filter, page, load: listDriversPage, hidden });
  const held = useHeldRows(listing.rows, `${page} ${state} ${search}`);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns = useDriverColumns({
    onEdit: held.hold,
    onDelete: (driver) => setOpen({ dialog: 'delete', driver }),
    onLeft: (driver) => setOpen({ dialog: 'leave', driver }),
    onDone,
  });
  const renderEditor = (driver: ListedDriver, leave: () => void) => (
    <DriverEditor
      driver={driver}
      onCancel={leave}
      onSaved={({ name }) => {
        leave();
        onDone(t.saved(name));
      }}
    />
  );
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        filters={<StateFilter state={state} onChange={location.setFilters} />}
        narrowed={state !== ''}
        exporting={exportOf(filter, name, onDone)}
        empty={
          <EmptyState title={t.empty} icon={<CarFront size={44} />}>
            {t.emptyHint}
          </EmptyState>
        }
        list={{
          caption: t.caption,
          columns,
          editing: { held, render: renderEditor },
          lineClass: 'gap-x-3',
        }}
        selecting={{
          nameOf: ({ name }) => name,
          renderActions: (selection) => (
            <DriverSelection
              selection={selection}
              onAssign={() => setOpen({ dialog: 'assign', selection })}
              onDone={onDone}
            />
          ),
        }}
      />
      <OpenDialog open={open} onDone={onDone} onRemove={onRemove} onClose={close} />
    </>
  );
}

/** The export of the drivers that a filter shows. */
const exportOf = (
  filter: DriverFilter,
  name: string,
  onDone: SectionProps['onDone'],
): ListExport<ListedDriver> => ({
  file: { name, loadColumns: loadDriverColumns },
  read: (signal) => readParts(1_000, (part) => listDriversPage(filter, part, signal)),
  onDone,
});

interface OpenDialogProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  readonly open: Open;
  readonly onClose: () => void;
}

function OpenDialog({ open, onDone, onRemove, onClose }: OpenDialogProps) {
  if (!open) return null;
  if (open.dialog === 'assign')
    return <AssignDialog selection={open.selection} onDone={onDone} onClose={onClose} />;
  if (open.dialog === 'leave')
    return <LeavingDialog driver={open.driver} onDone={onDone} onClose={onClose} />;
  return <DeleteDriverDialog driver={open.driver} onRemove={onRemove} onClose={onClose} />;
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
      hideLabel
      label={t.filter}
      value={state}
      options={[
        { value: '', label: t.inCompany },
        ...driverStates.map((each) => ({ value: each, label: words[each] })),
      ]}
      onChange={(next) => onChange({ state: next })}
      className="w-full md:w-72"
    />
  );
}
