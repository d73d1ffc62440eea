import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import {
  columnsOf,
  driverFields,
  newDriverFieldNames,
  type DriverFieldName,
} from '../../../shared/records/driver.ts';
import { headingsOf } from '../../../shared/records/field.ts';
import { fleetProfileSchema } from '../../../shared/validation.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import type { NewDriver } from '../../data/drivers/invitations.ts';
import { displayedRating } from '../../data/drivers/drivers.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import { driversOfCode } from '../../data/files/fileSubjects.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvNumber } from '../../util/csvText.ts';
import { exportField, type ExportColumn } from '../parts/files/exportFile.ts';
import type { RecordFile } from '../parts/files/planRecords.ts';

const titleOf = (code: string, name: string) => [code, name].filter(Boolean).join(' · ');

/** A file of drivers, whom their codes name. It changes nobody who waits for approval or has left. */
export const driverFile: RecordFile<DriverFieldName, typeof fleetProfileSchema, NewDriver> = {
  headings: headingsOf(driverFields, newDriverFieldNames),
  aliases: { estado: null, calificacion: null, calificaciones: null },
  required: ['driverCode'],
  mostRows: 500,
  fields: fleetProfileSchema,
  key: 'driverCode',
  asksAbout: 'licensePlate',
  find: ({ driverCode: code = '', name = '', licensePlate = '' }, subjects) => {
    // A file assigns a vehicle to new drivers only; a driver's own plate is none of the company's.
    const plate = normalizePlate(licensePlate);
    const isOfCompany = subjects.some(({ vehicle }) => vehicle?.license_plate === plate);
    const passesOver = isOfCompany ? 'licensePlate' : undefined;
    const known = driversOfCode(subjects, code).map(({ driver: row }) => {
      const state = driverStateOf(row);
      const closed = state === 'waiting' || state === 'left' ? state : undefined;
      return {
        id: row.id,
        name: titleOf(row.driver_code, row.name),
        row,
        closed,
        passesOver,
        send: columnsOf,
      };
    });
    if (known.length > 0) return known;
    return [{ id: code.toUpperCase(), name: titleOf(code, name), row: null, send: columnsOf }];
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
