import { plateInPairs } from '../../../shared/chile/plate.ts';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { headingsOf } from '../../../shared/records/field.ts';
import {
  vehicleColumns,
  vehicleColumnsOf,
  vehicleFields,
  type VehicleColumn,
  type VehicleFields,
} from '../../../shared/records/vehicle.ts';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { exportField, type ExportColumn } from '../parts/files/exportFile.ts';
import type { RecordFile } from '../parts/files/planRecords.ts';

/** A file of vehicles, which their plates name. */
export const vehicleFile: RecordFile<VehicleColumn, typeof vehicleFields, VehicleFields> = {
  headings: headingsOf(vehicleFields),
  aliases: { conductores: null, 'conduce ahora': null },
  required: ['license_plate'],
  mostRows: 2_000,
  fields: vehicleFields,
  key: 'license_plate',
  find: ({ license_plate: written = '' }, subjects) => {
    const plate = normalizePlate(written);
    const known = subjects.find(({ vehicle }) => vehicle?.license_plate === plate);
    return [{ id: plate, name: plateInPairs(plate), row: known?.vehicle ?? null, send: vehicleColumnsOf }];
  },
};

/** The columns of an exported file, which an import reads: the fields of a vehicle, its drivers, and the one at the wheel. */
export function loadVehicleColumns(): Promise<readonly ExportColumn<ListedVehicle>[]> {
  return Promise.resolve<readonly ExportColumn<ListedVehicle>[]>([
    ...vehicleColumns.map((column) => exportField(vehicleFields[column])),
    ['conductores', ({ drivers }) => drivers.map(({ name }) => name).join(', ')],
    ['conduce ahora', ({ shift }) => shift?.name ?? ''],
  ]);
}
