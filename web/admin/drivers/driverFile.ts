import {
  columnsOf,
  driverFields,
  newDriverFieldNames,
  type DriverFieldName,
} from '../../../shared/records/driver.ts';
import { headingsOf } from '../../../shared/records/field.ts';
import { fleetProfileSchema } from '../../../shared/validation.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import type { ImportedDriver } from '../../data/drivers/invitations.ts';
import { displayedRating } from '../../data/drivers/drivers.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import { driversOfCode, type FileSubject } from '../../data/files/fileSubjects.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvNumber } from '../../util/csvText.ts';
import { exportField, type ExportColumn } from '../parts/files/exportFile.ts';
import type { FileFormat, FileLine, Plan } from '../parts/files/importFile.ts';
import { planRecords } from '../parts/files/planRecords.ts';

/** A file of drivers. */
export const driverFile: FileFormat<DriverFieldName> = {
  headings: headingsOf(driverFields, newDriverFieldNames),
  aliases: { estado: null, calificacion: null, calificaciones: null },
  required: ['driverCode'],
  mostRows: 500,
};

const titleOf = (code: string, name: string) => [code, name].filter(Boolean).join(' · ');

/** Compares the lines of a file with the drivers of their codes. Who waits for approval or has left stays as they are. */
export function planDrivers(
  lines: readonly FileLine<DriverFieldName>[],
  subjects: readonly FileSubject[],
): Plan<ImportedDriver> {
  return planRecords({
    lines,
    fields: fleetProfileSchema,
    key: 'driverCode',
    find: ({ driverCode: code = '', name = '' }) => {
      const known = driversOfCode(subjects, code).map(({ driver }) => {
        const state = driverStateOf(driver);
        const closed = state === 'waiting' || state === 'left' ? state : undefined;
        return {
          id: driver.id,
          name: titleOf(driver.driver_code, driver.name),
          row: driver,
          closed,
          send: columnsOf,
        };
      });
      if (known.length > 0) return known;
      return [{ id: code.toUpperCase(), name: titleOf(code, name), row: null, send: columnsOf }];
    },
  });
}

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
