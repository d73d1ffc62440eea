import { columnsOf, emptyProfile, type DriverFieldName } from '../../../shared/driverFields.ts';
import { check, fleetProfileSchema } from '../../../shared/validation.ts';
import type { ListedDriver } from '../../data/admin/drivers.ts';
import type { NewDriver } from '../../data/admin/invitations.ts';
import { displayedRating } from '../../data/drivers.ts';
import { driverStateOf } from '../../data/driverState.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvNumber, csvPhone } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/exportFile.ts';
import type { FileFormat } from '../parts/importFile.ts';

/** A file of drivers to invite. */
export const driverFile: FileFormat<DriverFieldName, NewDriver> = {
  headings: { name: 'nombre', phone: 'teléfono', driverCode: 'código', licensePlate: 'patente' },
  aliases: { estado: null, calificacion: null, resenas: null },
  required: ['name', 'phone', 'driverCode'],
  unique: 'driverCode',
  uniqueOf: ({ driver_code: code }) => code.toUpperCase(),
  mostRows: 500,
  check: (given) => {
    const checked = check(fleetProfileSchema, { ...emptyProfile, ...given });
    return checked.ok ? { row: columnsOf(checked.values) } : { problems: checked.problems };
  },
};

/** The columns of an exported file, which an import reads. */
export async function loadDriverColumns(): Promise<readonly ExportColumn<ListedDriver>[]> {
  const { driverStates } = await loadNamespace('admin', 'es');
  const { headings } = driverFile;
  return [
    [headings.name, ({ name }) => name],
    [headings.phone, ({ contact }) => csvPhone(contact)],
    [headings.driverCode, ({ driver_code: code }) => code],
    [headings.licensePlate, ({ license_plate: plate }) => plate ?? ''],
    ['estado', (driver) => driverStates[driverStateOf(driver)]],
    ['calificación', (driver) => (driver.review_count > 0 ? csvNumber(displayedRating(driver), 1) : '')],
    ['reseñas', ({ review_count: count }) => csvNumber(count)],
  ];
}
