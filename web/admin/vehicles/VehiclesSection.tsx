import { CarFront } from 'lucide-react';
import { isChileanPlate, plateInPairs } from '../../../shared/chile/plate.ts';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { listVehiclesPage, type ListedVehicle, importVehicles } from '../../data/vehicles/vehicles.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportButton } from '../parts/files/ImportButton.tsx';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useHeldRows } from '../parts/list/useListing.ts';
import { useVehicleColumns, vehicleFile } from './columns.tsx';
import { NewVehicleDialog, VehicleEditor } from './VehicleForms.tsx';
import { useVehicleActs } from './useVehicleActs.tsx';
import { VehiclePage } from './VehiclePage.tsx';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import { recordImport } from '../parts/files/planRecords.ts';

/** All vehicles: search, pages, inline editing, deletion, import. */
export default function VehiclesSection(props: SectionProps) {
  const { location, onDone } = props;
  const t = useNamespace('vehicles');
  // Rows and dialogs need it; suspending for them later would hide the search field that is being typed into.
  useNamespace('shift');
  const { frame, listing } = useList(props, {
    name: 'vehicles',
    words: t,
    icon: CarFront,
    sorts: sortedColumns.vehicles,
    load: listVehiclesPage,
  });
  const named = useNamedActs('vehicles');
  const held = useHeldRows(listing, `${location.page} ${location.search}`);
  const acts = useVehicleActs(props);
  const columns = useVehicleColumns({ acts, onEdit: held.hold });
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
        {...frame}
        primary={named.new}
        actions={<ImportButton act={named.import} />}
        list={{ columns, editing: { held, render: renderEditor }, cardClass: 'py-1 pr-1 pl-3' }}
        selecting={{ nameOf: (vehicle) => plateInPairs(vehicle.license_plate), acts }}
        page={<VehiclePage {...props} acts={acts} />}
      />
      <ActDialog location={location} onDone={onDone} />
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

const fileImport = { ...recordImport(vehicleFile), save: importVehicles };

/** The dialog that adds one vehicle, or adds and changes those of a file. */
function ActDialog({ location: { act, close }, onDone }: Pick<SectionProps, 'location' | 'onDone'>) {
  const t = useNamespace('vehicles');
  const done = (message: string) => {
    close();
    onDone(message);
  };
  if (act === 'new')
    return <NewVehicleDialog onSaved={(plate) => done(outcomeOf(plate, t.added, t))} onClose={close} />;
  if (act !== 'import') return null;
  return <ImportDialog {...fileImport} words={t.file} fields={t.fields} onSaved={done} onClose={close} />;
}
