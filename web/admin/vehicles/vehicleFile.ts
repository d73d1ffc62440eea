import { plateInPairs } from '../../../shared/chile/plate.ts';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { headingsOf } from '../../../shared/records/field.ts';
import {
  vehicleColumns,
  vehicleColumnsOf,
  vehicleFields,
  type VehicleColumn,
} from '../../../shared/records/vehicle.ts';
import type { FileSubject } from '../../data/files/fileSubjects.ts';
import type { ImportedVehicle, ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { exportField, type ExportColumn } from '../parts/files/exportFile.ts';
import type { FileFormat, FileLine, Plan } from '../parts/files/importFile.ts';
import { planRecords } from '../parts/files/planRecords.ts';

/** The headings of an exported file that an import leaves out. */
const exportedHeadings = { drivers: 'conductores', now: 'conduce ahora' };

/** A file of vehicles. */
export const vehicleFile: FileFormat<VehicleColumn> = {
  headings: headingsOf(vehicleFields),
  aliases: Object.fromEntries(Object.values(exportedHeadings).map((heading) => [heading, null])),
  required: ['license_plate'],
  mostRows: 2_000,
};

/** Compares the lines of a file with the vehicles of their plates. */
export function planVehicles(
  lines: readonly FileLine<VehicleColumn>[],
  subjects: readonly FileSubject[],
): Plan<ImportedVehicle> {
  const vehicles = new Map(subjects.map(({ vehicle }) => [vehicle?.license_plate, vehicle]));
  return planRecords({
    lines,
    fields: vehicleFields,
    key: 'license_plate',
    find: ({ license_plate: written = '' }) => {
      const plate = normalizePlate(written);
      return [
        { id: plate, name: plateInPairs(plate), row: vehicles.get(plate) ?? null, send: vehicleColumnsOf },
      ];
    },
  });
}

/** The columns of an exported file, which an import reads: the fields of a vehicle, its drivers, and the one at the wheel. */
export function loadVehicleColumns(): Promise<readonly ExportColumn<ListedVehicle>[]> {
  return Promise.resolve<readonly ExportColumn<ListedVehicle>[]>([
    ...vehicleColumns.map((column) => exportField(vehicleFields[column])),
    [exportedHeadings.drivers, ({ drivers }) => drivers.map(({ name }) => name).join(', ')],
    [exportedHeadings.now, ({ shift }) => shift?.name ?? ''],
  ]);
}
