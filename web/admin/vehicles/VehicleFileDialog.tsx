import { findSubjects } from '../../data/files/fileSubjects.ts';
import { importVehicles } from '../../data/vehicles/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import { planVehicles, vehicleFile } from './vehicleFile.ts';

export interface VehicleFileDialogProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Adds and changes the vehicles of a file. */
export function VehicleFileDialog({ onSaved, onClose }: VehicleFileDialogProps) {
  const { file, fields } = useNamespace('vehicles');
  return (
    <ImportDialog
      format={vehicleFile}
      words={file}
      fields={fields}
      plan={async (lines) =>
        planVehicles(lines, await findSubjects(lines.map(({ cells }) => cells.license_plate ?? '')))
      }
      save={importVehicles}
      onSaved={(message) => onSaved(message)}
      onClose={onClose}
    />
  );
}
