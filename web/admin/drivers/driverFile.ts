import type { ListedDriver } from '../../data/admin/drivers.ts';
import { displayedRating } from '../../data/drivers.ts';
import { driverStateOf } from '../../data/driverState.ts';
import { loadNamespace } from '../../i18n/namespaces.ts';
import { csvNumber, csvPhone } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/exportFile.ts';

/** The columns of a file of drivers. */
export async function loadDriverColumns(): Promise<readonly ExportColumn<ListedDriver>[]> {
  const { driverStates } = await loadNamespace('admin', 'es');
  return [
    ['nombre', ({ name }) => name],
    ['teléfono', ({ contact }) => csvPhone(contact)],
    ['código', ({ driver_code: code }) => code],
    ['patente', ({ license_plate: plate }) => plate],
    ['estado', (driver) => driverStates[driverStateOf(driver)]],
    ['calificación', (driver) => (driver.review_count > 0 ? csvNumber(displayedRating(driver), 1) : '')],
    ['reseñas', ({ review_count: count }) => csvNumber(count)],
  ];
}
