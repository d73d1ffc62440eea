import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import type { Database } from '../../../shared/database.types.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';

type Row<Table extends 'vehicles' | 'drivers' | 'documents'> = Database['public']['Tables'][Table]['Row'];

/** A vehicle or a driver that a line of a file may mean, with its documents. */
export interface FileSubject {
  readonly vehicle: Row<'vehicles'> | null;
  readonly driver: Row<'drivers'> | null;
  readonly documents: readonly Row<'documents'>[];
}

const capitals = (written: string) => written.trim().toUpperCase();
/** A spreadsheet takes the zeros off a code of digits. */
const withoutZeros = (written: string) => capitals(written).replace(/^0+(?=\d+$)/, '');

/** The drivers of a code; without any, the one whose code a spreadsheet has shortened to it. */
export function driversOfCode(
  subjects: readonly FileSubject[],
  code: string,
): readonly (FileSubject & { readonly driver: Row<'drivers'> })[] {
  const drivers = subjects.flatMap(({ driver, ...subject }) => (driver ? [{ ...subject, driver }] : []));
  const exact = drivers.filter(({ driver }) => capitals(driver.driver_code) === capitals(code));
  if (exact.length > 0) return exact;
  return drivers.filter(({ driver }) => withoutZeros(driver.driver_code) === withoutZeros(code));
}

/** The vehicle of a plate and the drivers of a code, however these are written. */
export function subjectsOf(subjects: readonly FileSubject[], written: string): readonly FileSubject[] {
  const plate = normalizePlate(written);
  const coded = driversOfCode(subjects, written);
  const drivers =
    coded.length > 0
      ? coded
      : subjects.filter(({ driver }) => driver && plate && normalizePlate(driver.driver_code) === plate);
  return [...subjects.filter(({ vehicle }) => vehicle?.license_plate === plate), ...drivers];
}

/** Plates and codes in one request, of which the backend gives a thousand subjects at most. */
const writtenAsked = 300;

/** The vehicles and drivers that a file may mean by these plates and codes. */
export async function findSubjects(written: readonly string[]): Promise<readonly FileSubject[]> {
  const wanted = [...new Set(written)].filter((each) => each !== '');
  const found = new Map<string, FileSubject>();
  for (let start = 0; start < wanted.length; start += writtenAsked) {
    const part = wanted.slice(start, start + writtenAsked);
    const names = part.flatMap((each) => [capitals(each), normalizePlate(each), withoutZeros(each)]);
    const subjects: readonly FileSubject[] = unwrap(
      await getDatabase().rpc('file_subjects', { names: names.filter((name) => name !== '') }),
    );
    for (const subject of subjects) found.set(subject.vehicle?.id ?? subject.driver?.id ?? '', subject);
  }
  return [...found.values()];
}
