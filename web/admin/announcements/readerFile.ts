import type { AnnouncementReader } from '../../data/announcements/announcementRecords.ts';
import { csvPhone, csvTime } from '../../util/csvText.ts';
import type { ExportColumn } from '../parts/files/exportFile.ts';

/** The columns of a file of the drivers whom an announcement is for. */
export async function loadReaderColumns(): Promise<readonly ExportColumn<AnnouncementReader>[]> {
  return [
    ['conductor', ({ name }) => name],
    ['código', ({ driver_code: code }) => code],
    ['patente', ({ license_plate: plate }) => plate ?? ''],
    ['teléfono', ({ contact }) => csvPhone(contact)],
    ['lo leyó', ({ read_at: time }) => csvTime(time)],
  ];
}
