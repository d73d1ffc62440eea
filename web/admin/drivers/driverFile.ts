import {
  columnsOf,
  driverFieldNames,
  driverFields,
  emptyProfile,
  newDriverFieldNames,
  type DriverFieldName,
} from '../../../shared/records/driver.ts';
import { headingsOf, isRequired } from '../../../shared/records/field.ts';
import { check, fleetProfileSchema } from '../../../shared/validation.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import type { NewDriver } from '../../data/drivers/invitations.ts';
import { displayedRating } from '../../data/drivers/drivers.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvNumber } from '../../util/csvText.ts';
import { exportField, type ExportColumn } from '../parts/files/exportFile.ts';
import type { FileFormat } from '../parts/files/importFile.ts';

/** A file of drivers to invite. */
export const driverFile: FileFormat<DriverFieldName, NewDriver> = {
  headings: headingsOf(driverFields, newDriverFieldNames),
  aliases: { estado: null, calificacion: null, calificaciones: null },
  required: driverFieldNames.filter((name) => name !== 'licensePlate' && isRequired(driverFields[name])),
  unique: { column: 'driverCode', valueOf: ({ driver_code: code }) => code.toUpperCase() },
  mostRows: 500,
  check: (given) => {
    const checked = check(fleetProfileSchema, { ...emptyProfile, ...given });
    return checked.ok ? { row: columnsOf(checked.values) } : { problems: checked.problems };
  },
};

/** The columns of an exported file, which an import reads. */
export async function loadDriverColumns(): Promise<readonly ExportColumn<ListedDriver>[]> {
  const { driverStates } = await loadNamespace('admin', 'es');
  return [
    ...newDriverFieldNames.map((name) => exportField(driverFields[name])),
    ['estado', (driver) => driverStates[driverStateOf(driver)]],
    ['calificación', (driver) => (driver.review_count > 0 ? csvNumber(displayedRating(driver), 1) : '')],
    ['calificaciones', ({ review_count: count }) => csvNumber(count)],
  ];
}
