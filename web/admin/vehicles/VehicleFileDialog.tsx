import { importVehicles } from '../../data/vehicles/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ImportDialog, type ImportOutcome } from '../parts/files/ImportDialog.tsx';
import { recordImport } from '../parts/files/planRecords.ts';
import { vehicleFile } from './vehicleFile.ts';

const given = { ...recordImport(vehicleFile), save: importVehicles };

/** Adds and changes the vehicles of a file. */
export function VehicleFileDialog(outcome: ImportOutcome) {
  const { file, fields } = useNamespace('vehicles');
  return <ImportDialog {...given} {...outcome} words={file} fields={fields} />;
}
