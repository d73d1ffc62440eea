import { CarFront } from 'lucide-react';
import { lazy, useState } from 'react';
import { listDriversPage, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStates } from '../../data/drivers/driverState.ts';
import type { MadeInvitation } from '../../data/drivers/invitations.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Optional } from '../../ui/Boundary.tsx';
import { ImportButton } from '../parts/files/ImportButton.tsx';
import { choiceFilter } from '../parts/list/filter.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useHeldRows } from '../parts/list/useListing.ts';
import { useDriverColumns } from './columns.tsx';
import { DriverEditor } from './DriverEditor.tsx';
import { DriverPage } from './DriverPage.tsx';
import { useDriverActs } from './useDriverActs.tsx';

const NewDriverDialog = lazy(() => import('./NewDriverDialog.tsx'));
const DriverFileDialog = lazy(() => import('./DriverFileDialog.tsx'));
const InvitationDialog = lazy(() => import('./InvitationDialog.tsx'));

/** A phone shows four drivers of this height. */
const cardClasses = { cardClass: 'py-1 pr-1 pl-3', lineClass: 'gap-x-3' };

/** All drivers: search, pages, inline editing, invitations, leaving, deletion. */
export default function DriversSection(props: SectionProps) {
  const { location, onDone, onRemove } = props;
  const { driverList: t, driverStates: names } = useNamespace('admin');
  const named = useNamedActs('drivers');
  const { frame, listing, filter } = useList(props, {
    name: 'drivers',
    words: t,
    icon: CarFront,
    // Drivers who have left are listed only when they are asked for.
    filters: { state: choiceFilter(t.filter, t.inCompany, driverStates, names) },
    sorts: sortedColumns.drivers,
    load: listDriversPage,
  });
  const { state, search } = filter.values;
  const held = useHeldRows(listing, `${location.page} ${state} ${search}`);
  const { send, dialogs } = useInvitations({ location, onDone });
  const acts = useDriverActs({ onDone, onRemove, onInvited: (invitation) => send([invitation]) });
  const columns = useDriverColumns({ acts, onEdit: held.hold });
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
        {...frame}
        primary={named.new}
        actions={<ImportButton act={named.import} iconOnly="tablet" />}
        list={{ columns, editing: { held, render: renderEditor }, ...cardClasses }}
        selecting={{ nameOf: ({ name }) => name, acts }}
        page={<DriverPage location={location} acts={acts} onDone={onDone} />}
      />
      {dialogs}
    </>
  );
}

/** The dialogs that invite drivers; each new link opens the one that sends it. */
function useInvitations({ location: { act, close }, onDone }: Pick<SectionProps, 'location' | 'onDone'>) {
  const [made, setMade] = useState<readonly MadeInvitation[]>([]);
  const send = (invitations: readonly MadeInvitation[]) => {
    close();
    setMade(invitations);
  };
  const dialogs = (
    <Optional>
      {act === 'new' && <NewDriverDialog onInvited={(invitation) => send([invitation])} onClose={close} />}
      {act === 'import' && (
        <DriverFileDialog
          onSaved={(message, invitations) => {
            send(invitations);
            onDone(message);
          }}
          onClose={close}
        />
      )}
      {made.length > 0 && <InvitationDialog invitations={made} onClose={() => setMade([])} />}
    </Optional>
  );
  return { send, dialogs };
}
