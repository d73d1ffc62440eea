import { CarFront, FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { deleteVehicle, listVehiclesPage, type ListedVehicle } from '../../data/fleet/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { Consequences } from '../parts/Consequences.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { Table, type Column } from '../parts/Table.tsx';
import { useHeldRows } from '../parts/useHeldRows.ts';
import { useBelongings } from '../parts/useBelongings.ts';
import { useListing } from '../parts/useListing.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { NewVehicleDialog } from './NewVehicleDialog.tsx';
import { VehicleRow } from './VehicleRow.tsx';

type Opened = 'new' | 'import' | ListedVehicle;

/** All vehicles: search, pages, inline editing, deletion, import. */
export default function VehiclesSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('vehicles');
  // Rows and dialogs need it: a section that suspends for their sake hides the search while somebody types.
  useNamespace('shift');
  const columns = useColumns();
  const { search, page } = location;
  const listing = useListing('vehicles', search, page, listVehiclesPage, hidden);
  const held = useHeldRows(listing.rows, `${page} ${search}`);
  const [opened, setOpened] = useState<Opened | null>(null);
  const done = (message: string) => {
    setOpened(null);
    onDone(message);
  };
  return (
    <>
      <ListFrame
        listing={{ ...listing, rows: held.rows }}
        location={location}
        searchLabel={t.search}
        actions={<Actions onOpen={setOpened} />}
        empty={
          <EmptyState title={t.empty} icon={<CarFront size={44} />}>
            {t.emptyHint}
          </EmptyState>
        }
      >
        <Table caption={t.caption} columns={columns}>
          {held.rows?.map((vehicle, index) => (
            <VehicleRow
              key={vehicle.id}
              vehicle={vehicle}
              editing={held.isHeld(vehicle)}
              onEdit={() => held.hold(vehicle, index)}
              onLeave={() => held.release(vehicle)}
              onDone={onDone}
              onDelete={() => setOpened(vehicle)}
            />
          ))}
        </Table>
      </ListFrame>
      {opened === 'new' && (
        <NewVehicleDialog
          onSaved={(plate) => done(t.added(plateInPairs(plate)))}
          onClose={() => setOpened(null)}
        />
      )}
      {opened === 'import' && <ImportDialog onSaved={done} onClose={() => setOpened(null)} />}
      {opened !== null && typeof opened === 'object' && (
        <DeleteDialog vehicle={opened} onRemove={onRemove} onClose={() => setOpened(null)} />
      )}
    </>
  );
}

function useColumns(): readonly Column[] {
  const { actions } = useNamespace('admin');
  const t = useNamespace('vehicles');
  return [
    { label: t.fields.license_plate, width: 'w-34' },
    { label: t.vehicle },
    { label: t.space, width: 'w-46', isExtra: true },
    { label: t.drivers },
    { label: t.now },
    { label: actions, width: 'w-28' },
  ];
}

function Actions({ onOpen }: { readonly onOpen: (opened: Opened) => void }) {
  const t = useNamespace('vehicles');
  return (
    <>
      <Button size="compact" icon={<Plus size={22} />} onClick={() => onOpen('new')}>
        {t.add}
      </Button>
      <Button size="compact" variant="secondary" icon={<FileUp size={22} />} onClick={() => onOpen('import')}>
        {t.file.open}
      </Button>
    </>
  );
}

interface DeleteDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly vehicle: ListedVehicle;
  readonly onClose: () => void;
}

function DeleteDialog({ vehicle, onRemove, onClose }: DeleteDialogProps) {
  const t = useNamespace('vehicles');
  const { driverDeletion } = useNamespace('admin');
  const belongings = useBelongings('vehicle', vehicle.id);
  const plate = plateInPairs(vehicle.license_plate);
  const assigned = vehicle.drivers.length > 0 ? [t.deletion.assignments] : [];
  const remove = () =>
    onRemove(onClose, {
      id: vehicle.id,
      announcement: t.removing(plate),
      done: t.deleted(plate),
      run: () => deleteVehicle(vehicle.id),
    });
  return (
    <ConfirmDialog
      title={t.deletion.title}
      disabled={vehicle.shift !== null}
      onConfirm={remove}
      onClose={onClose}
    >
      <p className="text-lead font-semibold">{t.deletion.question(plate)}</p>
      {vehicle.shift && <p className="mt-4">{t.deletion.inUse(vehicle.shift.name)}</p>}
      <Consequences intro={driverDeletion.goes} items={[t.deletion.record, ...assigned, ...belongings]} />
      <Consequences intro={driverDeletion.stays} items={[t.deletion.stays]} />
    </ConfirmDialog>
  );
}
