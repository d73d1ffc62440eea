import { CarFront, FileUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { isChileanPlate, plateInPairs } from '../../../shared/chile/plate.ts';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { deleteVehicle, listVehiclesPage, type ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { DeleteDialog } from '../parts/dialogs.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useBelongings, useKeptShifts } from '../parts/useBelongings.ts';
import { useHeldRows, useListing } from '../parts/list/useListing.ts';
import { PrintButton } from '../printing/PrintButton.tsx';
import { useVehicleColumns } from './columns.tsx';
import { VehicleFileDialog } from './VehicleFileDialog.tsx';
import { loadVehicleColumns } from './vehicleFile.ts';
import { NewVehicleDialog, VehicleEditor } from './VehicleForms.tsx';

type Opened = 'new' | 'file' | ListedVehicle;

/** All vehicles: search, pages, inline editing, deletion, import. */
export default function VehiclesSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('vehicles');
  // Rows and dialogs need it; suspending for them later would hide the search field that is being typed into.
  useNamespace('shift');
  const names = useNamespace('admin');
  const { search, page } = location;
  const listing = useListing({ name: 'vehicles', filter: search, page, load: listVehiclesPage, hidden });
  const held = useHeldRows(listing, `${page} ${search}`);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns = useVehicleColumns({ onEdit: held.hold, onDelete: setOpened, onDone });
  const done = (message: string) => {
    close();
    onDone(message);
  };
  const renderEditor = (vehicle: ListedVehicle, leave: () => void) => (
    <VehicleEditor
      vehicle={vehicle}
      onCancel={leave}
      onSaved={(plate) => {
        leave();
        onDone(outcomeOf(plate, t.saved, t));
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
        primary={{ label: t.add, icon: <Plus size={22} />, onPress: () => setOpened('new') }}
        actions={<ImportButton onPress={() => setOpened('file')} />}
        exporting={{ file: { name: names.vehicles, loadColumns: loadVehicleColumns }, onDone }}
        list={{ columns, editing: { held, render: renderEditor }, cardClass: 'py-1 pr-1 pl-3' }}
        selecting={{
          nameOf: (vehicle) => plateInPairs(vehicle.license_plate),
          renderActions: ({ chosen }) => <PrintVehicles vehicles={chosen} />,
        }}
      />
      <OpenDialog opened={opened} onDone={done} onRemove={onRemove} onClose={close} />
    </>
  );
}

/** Says that a vehicle was saved, and that its plate is none of Chile: it may lack a letter. */
function outcomeOf(
  plate: string,
  saved: (plate: string) => string,
  { oddPlate }: { readonly oddPlate: string },
): string {
  const isOdd = !isChileanPlate(normalizePlate(plate));
  return [saved(plateInPairs(plate)), isOdd && oddPlate].filter(Boolean).join(' ');
}

/** Prints cards for everybody who is assigned to the vehicles. */
function PrintVehicles({ vehicles }: { readonly vehicles: readonly ListedVehicle[] }) {
  return (
    <PrintButton
      subjects={vehicles.flatMap(({ drivers, license_plate: plate }) =>
        drivers.map(({ id, name }) => ({ driver: id, name, plate })),
      )}
      unassigned={vehicles.filter(({ drivers }) => drivers.length === 0).map((each) => each.license_plate)}
    />
  );
}

function ImportButton({ onPress }: { readonly onPress: () => void }) {
  const t = useNamespace('vehicles');
  return (
    <Button size="compact" variant="secondary" icon={<FileUp size={22} />} onClick={onPress}>
      {t.file.open}
    </Button>
  );
}

interface OpenDialogProps extends Pick<SectionProps, 'onDone' | 'onRemove'> {
  readonly opened: Opened | null;
  readonly onClose: () => void;
}

function OpenDialog({ opened, onDone, onRemove, onClose }: OpenDialogProps) {
  const t = useNamespace('vehicles');
  if (opened === null) return null;
  if (opened === 'new')
    return <NewVehicleDialog onSaved={(plate) => onDone(outcomeOf(plate, t.added, t))} onClose={onClose} />;
  if (opened === 'file') return <VehicleFileDialog onSaved={onDone} onClose={onClose} />;
  return <DeleteVehicleDialog vehicle={opened} onRemove={onRemove} onClose={onClose} />;
}

interface DeleteVehicleDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly vehicle: ListedVehicle;
  readonly onClose: () => void;
}

function DeleteVehicleDialog({ vehicle, onRemove, onClose }: DeleteVehicleDialogProps) {
  const t = useNamespace('vehicles');
  const { id, shift, drivers, license_plate: plate } = vehicle;
  const belongings = useBelongings('vehicle', id);
  const keptShifts = useKeptShifts('vehicle', id);
  const assigned = drivers.length > 0 ? [t.deletion.assignments] : [];
  return (
    <DeleteDialog
      title={t.deletion.title}
      question={t.deletion.question(plateInPairs(plate))}
      disabled={shift !== null}
      intro={shift && t.deletion.inUse(shift.name)}
      goes={[t.deletion.record, ...assigned, ...belongings]}
      stays={[t.deletion.stays, ...keptShifts]}
      removal={{
        id,
        announcement: t.removing(plateInPairs(plate)),
        done: t.deleted(plateInPairs(plate)),
        run: () => deleteVehicle(id),
      }}
      onRemove={onRemove}
      onClose={onClose}
    />
  );
}
