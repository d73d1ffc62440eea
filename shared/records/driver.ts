import type { Database } from '../database.types.ts';
import { maxLengths } from '../limits.ts';
import { emptyTexts, mapFields, namesOf, textsOfRow, type RecordField, type RecordTexts } from './field.ts';

type DriverRow = Database['public']['Tables']['drivers']['Row'];

export interface DriverField extends RecordField<keyof DriverRow> {
  /** Its name in the user metadata of a sign-up, unless that is the column's. */
  readonly metadata?: string;
  /** Two such fields share a line where there is room. */
  readonly isShort?: true;
}

/** The fields of a driver, in the order of the driver's own forms. */
export const driverFields = {
  name: {
    column: 'name',
    shape: { kind: 'text', max: maxLengths.name, required: true },
    heading: 'nombre',
    example: 'María José Muñoz',
    input: { autoComplete: 'name', autoCapitalize: 'words' },
  },
  phone: {
    column: 'contact',
    metadata: 'phone',
    shape: { kind: 'text', max: 16, required: true },
    spelling: 'contact',
    heading: 'teléfono',
    example: '+56 9 8765 4321',
  },
  licensePlate: {
    column: 'license_plate',
    shape: { kind: 'text', max: 8, required: true },
    spelling: 'plate',
    heading: 'patente',
    example: 'BBCD12',
    isShort: true,
  },
  driverCode: {
    column: 'driver_code',
    shape: { kind: 'text', max: 40, required: true },
    heading: 'código',
    example: 'C-104',
    input: { autoCapitalize: 'characters' },
    isShort: true,
  },
} as const satisfies Record<string, DriverField>;

export type DriverFieldName = keyof typeof driverFields;
export type DriverColumn = (typeof driverFields)[DriverFieldName]['column'];
/** The fields as a form holds them; empty text for none. */
export type Profile = RecordTexts<typeof driverFields>;
type DriverColumns = Record<DriverColumn, string>;

export const driverFieldNames = namesOf(driverFields);
/** The order in which the office writes a new driver, in its form and in a file. */
export const newDriverFieldNames = namesOf(driverFields, ['name', 'phone', 'driverCode']);

export const emptyProfile: Profile = emptyTexts(driverFields);
/** Stands for whoever drives, in previews and tests. */
export const exampleProfile: Profile = mapFields(driverFields, ({ example }) => example);

const metadataName = ({ column, metadata = column }: DriverField): string => metadata;

/** The profile in a driver record. */
export function profileOf(driver: Pick<DriverRow, DriverColumn>): Profile {
  return textsOfRow(driverFields, driver);
}

/** The profile that a sign-up stored, as far as it is text. */
export function profileFromMetadata(metadata: Readonly<Record<string, unknown>>): Profile {
  return mapFields(driverFields, (field: DriverField) => {
    const value = metadata[metadataName(field)];
    return typeof value === 'string' ? value : '';
  });
}

/** The user metadata of a sign-up. */
export function metadataOf(profile: Profile): Record<string, string> {
  return Object.fromEntries(
    driverFieldNames.map((name) => [metadataName(driverFields[name]), profile[name]]),
  );
}

function columnsOfNames(profile: Profile, names: readonly DriverFieldName[]): Partial<DriverColumns> {
  return Object.fromEntries(names.map((name) => [driverFields[name].column, profile[name]]));
}

/** The columns of a driver record. */
export function columnsOf(profile: Profile): DriverColumns {
  return columnsOfNames(profile, driverFieldNames) as DriverColumns;
}

/** The columns in which a profile differs from an earlier one. */
export function changedColumns(before: Profile, profile: Profile): Partial<DriverColumns> {
  return columnsOfNames(
    profile,
    driverFieldNames.filter((name) => profile[name] !== before[name]),
  );
}
