import { importVehicles } from '../../data/vehicles/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog } from '../parts/files/ImportDialog.tsx';
import { recordPlanner } from '../parts/files/planRecords.ts';
import { vehicleFile } from './vehicleFile.ts';

export interface VehicleFileDialogProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Adds and changes the vehicles of a file. */
export function VehicleFileDialog(props: VehicleFileDialogProps) {
  const { file, fields } = useNamespace('vehicles');
  const given = { format: vehicleFile, words: file, fields, plan: recordPlanner(vehicleFile) };
  return <ImportDialog {...given} {...props} save={importVehicles} />;
}
