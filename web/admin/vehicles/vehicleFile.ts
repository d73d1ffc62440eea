import { check, vehicleSchema, type FieldProblem } from '../../../shared/validation.ts';
import {
  emptyVehicle,
  vehicleClasses,
  vehicleColumns,
  vehicleFields,
  type VehicleColumn,
  type VehicleFields,
} from '../../../shared/vehicles.ts';
import type { ListedVehicle } from '../../data/fleet/vehicles.ts';
import { readCsv, separatorOf, writeCsv, type CsvRecord } from '../../util/csv.ts';
import type { ExportColumn } from '../parts/exportFile.ts';

/** The headings of a file, in Spanish whatever the language of the panel: files go from one office to another. */
const headings: Readonly<Record<VehicleColumn, string>> = {
  license_plate: 'patente',
  class: 'clase',
  brand_model: 'marca y modelo',
  colour: 'color',
  seats: 'asientos',
  bags: 'maletas',
  registration_number: 'registro',
};
/** The headings of an exported file that an import leaves out. */
const readOnlyHeadings = { drivers: 'conductores', now: 'conduce ahora' };
/** More are refused: they would not fit into one request. */
export const mostVehicles = 2_000;

export interface VehicleProblem {
  readonly line: number;
  readonly code: FieldProblem | 'columns' | 'class' | 'repeated' | 'taken' | 'nothing' | 'too_many';
  readonly column?: VehicleColumn;
}

export interface NumberedVehicle {
  readonly line: number;
  readonly fields: VehicleFields;
}

export type ReadVehicles =
  | { readonly kind: 'read'; readonly vehicles: readonly NumberedVehicle[] }
  | { readonly kind: 'refused'; readonly problems: readonly VehicleProblem[] };

const refuse = (...problems: readonly VehicleProblem[]): ReadVehicles => ({ kind: 'refused', problems });

/** A file with the headings only, to be filled in. */
export function emptyVehicleFile(): string {
  return writeCsv([vehicleColumns.map((column) => headings[column])]);
}

/** The columns of an exported file, which an import reads: the fields of a vehicle, its drivers, and the one at the wheel. */
export function loadVehicleColumns(): Promise<readonly ExportColumn<ListedVehicle>[]> {
  const fields = vehicleColumns.map((column): ExportColumn<ListedVehicle> => [
    headings[column],
    (vehicle) => String(vehicle[column] ?? ''),
  ]);
  return Promise.resolve([
    ...fields,
    [readOnlyHeadings.drivers, ({ drivers }) => drivers.map(({ name }) => name).join(', ')],
    [readOnlyHeadings.now, ({ shift }) => shift?.name ?? ''],
  ]);
}

/** “Básico ” and “BASICO” are the same. */
function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ');
}

/**
 * The columns in the order of the file, null for one that is not read; undefined when one is unknown or named twice, or the
 * plate is missing.
 */
function readHeadings(fields: readonly string[]): readonly (VehicleColumn | null)[] | undefined {
  const unread = new Set(Object.values(readOnlyHeadings));
  const columns = fields
    .map(plain)
    .map((field) =>
      unread.has(field) ? null : vehicleColumns.find((column) => plain(headings[column]) === field),
    );
  const known = columns.filter((column) => column !== undefined);
  const read = known.filter((column) => column !== null);
  const isWhole = known.length === columns.length && new Set(read).size === read.length;
  return isWhole && read.includes('license_plate') ? known : undefined;
}

function readLine(
  { line, fields }: CsvRecord,
  columns: readonly (VehicleColumn | null)[],
): NumberedVehicle | readonly VehicleProblem[] {
  if (fields.slice(columns.length).some((field) => field.trim() !== '')) return [{ line, code: 'columns' }];
  const given = Object.fromEntries(
    columns.flatMap((column, index) => (column ? [[column, (fields[index] ?? '').trim()]] : [])),
  );
  const kind = plain(given['class'] ?? '') || emptyVehicle.class;
  const isClass = vehicleClasses.some((known) => known === kind);
  const checked = check(vehicleSchema, {
    ...emptyVehicle,
    ...given,
    class: isClass ? kind : emptyVehicle.class,
  });
  if (isClass && checked.ok) return { line, fields: vehicleFields(checked.values) };
  const problems: Partial<Record<VehicleColumn, VehicleProblem['code']>> = {
    ...(!isClass && { class: 'class' }),
    ...(!checked.ok && checked.problems),
  };
  return Object.entries(problems).map(([column, code]) => ({ line, column: column as VehicleColumn, code }));
}

/** The lines that name a plate which an earlier line has. */
function repeated(vehicles: readonly NumberedVehicle[]): readonly VehicleProblem[] {
  const seen = new Set<string>();
  return vehicles.flatMap(({ line, fields: { license_plate: plate } }) => {
    if (seen.has(plate)) return [{ line, column: 'license_plate', code: 'repeated' } as const];
    seen.add(plate);
    return [];
  });
}

/** The vehicles of a file. Columns stand in any order, and all but the plate may be missing. One problem refuses all. */
export function readVehicles(text: string): ReadVehicles {
  const [heading, ...records] = readCsv(text, separatorOf(text.replace(/^\uFEFF/, '')));
  const columns = heading && readHeadings(heading.fields);
  if (!columns) return refuse({ line: 1, code: 'columns' });
  if (records.length === 0) return refuse({ line: 2, code: 'nothing' });
  const beyond = records[mostVehicles];
  if (beyond) return refuse({ line: beyond.line, code: 'too_many' });
  const lines = records.map((record) => readLine(record, columns));
  const vehicles = lines.filter((each) => 'fields' in each);
  const problems = [...lines.flatMap((each) => ('fields' in each ? [] : each)), ...repeated(vehicles)];
  if (problems.length > 0) return refuse(...problems.sort((a, b) => a.line - b.line));
  return { kind: 'read', vehicles };
}
