import type { ShiftRecord } from '../../data/shifts/shiftRecords.ts';
import { csvNumber, csvPhone, csvTime } from '../../util/csvText.ts';
import { durationOf } from '../../util/time/duration.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The hours of a shift that has ended, with one decimal. */
function hoursOf({ started_at: start, ended_at: end }: ShiftRecord): string {
  if (start === null || end === null) return '';
  const { hours, minutes } = durationOf(start, end);
  return csvNumber(hours + minutes / 60, 1);
}

/** The columns of a file of shifts. */
export function loadShiftColumns(): Promise<readonly ExportColumn<ShiftRecord>[]> {
  return Promise.resolve([
    ['patente', ({ license_plate: plate }) => plate ?? ''],
    ['conductor', ({ driver_name: name }) => name ?? ''],
    ['código', ({ driver_code: code }) => code ?? ''],
    ['teléfono', ({ driver_phone: phone }) => csvPhone(phone)],
    ['inicio', ({ started_at: time }) => csvTime(time)],
    ['término', ({ ended_at: time }) => csvTime(time)],
    ['horas', hoursOf],
    ['tableta', ({ device_name: name }) => name ?? ''],
  ]);
}
