import { check, vehicleSchema } from '../../../shared/validation.ts';
import {
  emptyVehicle,
  vehicleClasses,
  vehicleColumns,
  vehicleFields,
  type VehicleColumn,
  type VehicleFields,
} from '../../../shared/vehicles.ts';
import type { ListedVehicle } from '../../data/fleet/vehicles.ts';
import type { ExportColumn } from '../parts/exportFile.ts';
import { plainText, type FileFormat } from '../parts/importFile.ts';

/** The headings of an exported file that an import leaves out. */
const exportedHeadings = { drivers: 'conductores', now: 'conduce ahora' };

/** A file of vehicles. */
export const vehicleFile: FileFormat<VehicleColumn, VehicleFields> = {
  headings: {
    license_plate: 'patente',
    class: 'clase',
    brand_model: 'marca y modelo',
    colour: 'color',
    seats: 'asientos',
    bags: 'maletas',
    registration_number: 'registro',
  },
  aliases: Object.fromEntries(Object.values(exportedHeadings).map((heading) => [heading, null])),
  required: ['license_plate'],
  unique: 'license_plate',
  uniqueOf: ({ license_plate: plate }) => plate,
  mostRows: 2_000,
  check: (given) => {
    const kind = plainText(given.class ?? '') || emptyVehicle.class;
    const isClass = vehicleClasses.some((known) => known === kind);
    const checked = check(vehicleSchema, {
      ...emptyVehicle,
      ...given,
      class: isClass ? kind : emptyVehicle.class,
    });
    if (isClass && checked.ok) return { row: vehicleFields(checked.values) };
    return { problems: { ...(!isClass && { class: 'class' }), ...(!checked.ok && checked.problems) } };
  },
};

/** The columns of an exported file, which an import reads: the fields of a vehicle, its drivers, and the one at the wheel. */
export function loadVehicleColumns(): Promise<readonly ExportColumn<ListedVehicle>[]> {
  const fields = vehicleColumns.map((column): ExportColumn<ListedVehicle> => [
    vehicleFile.headings[column],
    (vehicle) => String(vehicle[column] ?? ''),
  ]);
  return Promise.resolve([
    ...fields,
    [exportedHeadings.drivers, ({ drivers }) => drivers.map(({ name }) => name).join(', ')],
    [exportedHeadings.now, ({ shift }) => shift?.name ?? ''],
  ]);
}
