import type { VehicleFields } from '../../../shared/records/vehicle.ts';
import { toDataError } from '../../data/errors.ts';
import { insertVehicles, takenPlates } from '../../data/vehicles/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog, type Saved } from '../parts/files/ImportDialog.tsx';
import type { NumberedRow } from '../parts/files/importFile.ts';
import { useFormat } from '../parts/useFormat.ts';
import { vehicleFile } from './vehicleFile.ts';

export interface VehicleFileDialogProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Adds the vehicles of a file, all or none, and names the lines of plates that exist already. */
async function importVehicles(vehicles: readonly NumberedRow<VehicleFields>[]): Promise<Saved<null>> {
  try {
    await insertVehicles(vehicles.map(({ fields }) => fields));
    return { result: null };
  } catch (error) {
    if (toDataError(error).code !== '23505') throw error;
    const taken = await takenPlates(vehicles.map(({ fields }) => fields.license_plate));
    return {
      problems: vehicles
        .filter(({ fields }) => taken.has(fields.license_plate))
        .map(({ line }) => ({ line, column: 'license_plate', code: 'taken' })),
    };
  }
}

/** Adds the vehicles of a file. */
export function VehicleFileDialog({ onSaved, onClose }: VehicleFileDialogProps) {
  const { file, fields } = useNamespace('vehicles');
  const format = useFormat();
  return (
    <ImportDialog
      format={vehicleFile}
      words={file}
      fields={fields}
      save={importVehicles}
      onSaved={(_, count) => onSaved(file.done(format.count(count)))}
      onClose={onClose}
    />
  );
}
