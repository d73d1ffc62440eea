import { CarFront, FileUp, Plus } from 'lucide-react';
import { lazy, useState } from 'react';
import { listDriversPage, type DriverFilter, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStates } from '../../data/drivers/driverState.ts';
import type { Driver } from '../../data/drivers/drivers.ts';
import type { MadeInvitation } from '../../data/drivers/invitations.ts';
import { optionsOf } from '../../forms/options.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Optional } from '../../ui/Boundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { readListFilter, type Filter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useHeldRows, useListing } from '../parts/list/useListing.ts';
import type { Selection } from '../parts/list/useSelection.ts';
import { AssignDialog } from './AssignDialog.tsx';
import { useDriverColumns } from './columns.tsx';
import { DeleteDriverDialog, LeavingDialog } from './dialogs.tsx';
import { DriverEditor } from './DriverEditor.tsx';
import { loadDriverColumns } from './driverFile.ts';
import { DriverSelection } from './DriverSelection.tsx';

const NewDriverDialog = lazy(() => import('./NewDriverDialog.tsx'));
const DriverFileDialog = lazy(() => import('./DriverFileDialog.tsx'));
const InvitationDialog = lazy(() => import('./InvitationDialog.tsx'));
const ResendDialog = lazy(() => import('./ResendDialog.tsx'));

type Open =
  | { readonly dialog: 'new' }
  | { readonly dialog: 'file' }
  | { readonly dialog: 'links'; readonly invitations: readonly MadeInvitation[] }
  | { readonly dialog: 'resend'; readonly driver: ListedDriver }
  | { readonly dialog: 'delete'; readonly driver: Driver }
  | { readonly dialog: 'leave'; readonly driver: Driver }
  | { readonly dialog: 'assign'; readonly selection: Selection<ListedDriver> }
  | null;

/** A phone shows four drivers of this height. */
const cardClasses = { cardClass: 'py-1 pr-1 pl-3', lineClass: 'gap-x-3' };

/** All drivers: search, pages, inline editing, invitations, leaving, deletion. */
export default function DriversSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const { driverList: t, drivers: name } = useNamespace('admin');
  const newDrivers = useNamespace('newDrivers');
  const { page } = location;
  const filter = readListFilter(location, { state: driverStates });
  const { state, search } = filter.values;
  const listing = useListing({ name: 'drivers', filter: filter.values, page, load: listDriversPage, hidden });
  const held = useHeldRows(listing, `${page} ${state} ${search}`);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns = useDriverColumns({
    onEdit: held.hold,
    onDelete: (driver) => setOpen({ dialog: 'delete', driver }),
    onLeft: (driver) => setOpen({ dialog: 'leave', driver }),
    onInvite: (driver) => setOpen({ dialog: 'resend', driver }),
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
        words={t}
        icon={CarFront}
        primary={{
          label: newDrivers.add,
          icon: <Plus size={22} />,
          onPress: () => setOpen({ dialog: 'new' }),
        }}
        actions={<ImportButton onPress={() => setOpen({ dialog: 'file' })} />}
        filter={filter}
        filters={<StateFilter filter={filter} />}
        exporting={{ file: { name, loadColumns: loadDriverColumns }, onDone }}
        list={{ columns, editing: { held, render: renderEditor }, ...cardClasses }}
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
      <OpenDialog open={open} onOpen={setOpen} onDone={onDone} onRemove={onRemove} onClose={close} />
    </>
  );
}

function ImportButton({ onPress }: { readonly onPress: () => void }) {
  const { file } = useNamespace('newDrivers');
  return (
    <Button
      size="compact"
      variant="secondary"
      icon={<FileUp size={22} />}
      title={file.open}
      onClick={onPress}
      className="md:max-lg:px-2.5"
    >
      {/* An upright tablet has no room for both labels beside the filter. */}
      <span className="md:max-lg:sr-only">{file.open}</span>
    </Button>
  );
}

interface OpenDialogProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  readonly open: Open;
  readonly onOpen: (open: Open) => void;
  readonly onClose: () => void;
}

function OpenDialog({ open, onOpen, onDone, onRemove, onClose }: OpenDialogProps) {
  if (!open) return null;
  if (open.dialog === 'delete')
    return <DeleteDriverDialog driver={open.driver} onRemove={onRemove} onClose={onClose} />;
  if (open.dialog === 'assign')
    return <AssignDialog selection={open.selection} onDone={onDone} onClose={onClose} />;
  if (open.dialog === 'leave')
    return <LeavingDialog driver={open.driver} onDone={onDone} onClose={onClose} />;
  return (
    <Optional>
      <LazyDialog open={open} onOpen={onOpen} onDone={onDone} onClose={onClose} />
    </Optional>
  );
}

interface LazyDialogProps extends Omit<OpenDialogProps, 'open' | 'onRemove'> {
  readonly open: Exclude<Open, null | { readonly dialog: 'delete' | 'leave' | 'assign' }>;
}

/** The dialogs about invitations; each new link opens the dialog that sends it. */
function LazyDialog({ open, onOpen, onDone, onClose }: LazyDialogProps) {
  const send = (invitations: readonly MadeInvitation[]) => onOpen({ dialog: 'links', invitations });
  switch (open.dialog) {
    case 'new':
      return <NewDriverDialog onInvited={(made) => send([made])} onClose={onClose} />;
    case 'file':
      return <DriverFileDialog onInvited={send} onClose={onClose} />;
    case 'resend':
      return (
        <ResendDialog
          driver={open.driver}
          onInvited={(made) => send([made])}
          onDone={onDone}
          onClose={onClose}
        />
      );
    default:
      return <InvitationDialog invitations={open.invitations} onClose={onClose} />;
  }
}

/** Drivers who have left are listed only when they are asked for. */
function StateFilter({ filter }: { readonly filter: Filter<DriverFilter> }) {
  const { driverList: t, driverStates: names } = useNamespace('admin');
  return (
    <FilterSelect
      filter={filter}
      name="state"
      label={t.filter}
      all={t.inCompany}
      options={optionsOf(driverStates, names)}
      className="w-full md:w-72"
    />
  );
}
