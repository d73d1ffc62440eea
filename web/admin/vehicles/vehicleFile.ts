import { headingsOf } from '../../../shared/records/field.ts';
import {
  emptyVehicle,
  vehicleClasses,
  vehicleColumns,
  vehicleColumnsOf,
  vehicleFields,
  type VehicleColumn,
  type VehicleFields,
} from '../../../shared/records/vehicle.ts';
import { check, vehicleSchema } from '../../../shared/validation.ts';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { exportField, type ExportColumn } from '../parts/files/exportFile.ts';
import { plainText, type FileFormat } from '../parts/files/importFile.ts';

/** The headings of an exported file that an import leaves out. */
const exportedHeadings = { drivers: 'conductores', now: 'conduce ahora' };

/** A file of vehicles. */
export const vehicleFile: FileFormat<VehicleColumn, VehicleFields> = {
  headings: headingsOf(vehicleFields),
  aliases: Object.fromEntries(Object.values(exportedHeadings).map((heading) => [heading, null])),
  required: ['license_plate'],
  unique: { column: 'license_plate', valueOf: ({ license_plate: plate }) => plate },
  mostRows: 2_000,
  check: (given) => {
    const kind = plainText(given.class ?? '') || emptyVehicle.class;
    const isClass = vehicleClasses.some((known) => known === kind);
    const checked = check(vehicleSchema, {
      ...emptyVehicle,
      ...given,
      class: isClass ? kind : emptyVehicle.class,
    });
    if (isClass && checked.ok) return { row: vehicleColumnsOf(checked.values) };
    return { problems: { ...(!isClass && { class: 'class' }), ...(!checked.ok && checked.problems) } };
  },
};

/** The columns of an exported file, which an import reads: the fields of a vehicle, its drivers, and the one at the wheel. */
export function loadVehicleColumns(): Promise<readonly ExportColumn<ListedVehicle>[]> {
  return Promise.resolve<readonly ExportColumn<ListedVehicle>[]>([
    ...vehicleColumns.map((column) => exportField(vehicleFields[column])),
    [exportedHeadings.drivers, ({ drivers }) => drivers.map(({ name }) => name).join(', ')],
    [exportedHeadings.now, ({ shift }) => shift?.name ?? ''],
  ]);
}
