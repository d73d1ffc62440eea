import type { Database } from './database.types.ts';

type DriverRow = Database['public']['Tables']['drivers']['Row'];

interface DriverField {
  /** In `public.drivers`. */
  readonly column: keyof DriverRow;
  /** In the user metadata of a sign-up. */
  readonly metadata: string;
  /** Attributes of its input in the driver's own forms. */
  readonly input: Readonly<{
    type?: 'tel';
    inputMode?: 'tel';
    autoComplete: string;
    autoCapitalize?: 'words' | 'characters';
    spellCheck?: false;
    style?: { textTransform: 'uppercase' };
  }>;
  /** Two such fields share a line where there is room. */
  readonly isShort?: true;
}

/**
 * The fields of a driver that people fill in, in the order of the forms. The forms, the panel, the registration and the
 * types derive from this; a new field also needs its schema (`validation.ts`) and its labels (`web/i18n/<language>/driver.ts`).
 */
export const driverFields = {
  name: { column: 'name', metadata: 'name', input: { autoComplete: 'name', autoCapitalize: 'words' } },
  phone: {
    column: 'contact',
    metadata: 'phone',
    input: { type: 'tel', inputMode: 'tel', autoComplete: 'tel' },
  },
  licensePlate: {
    column: 'license_plate',
    metadata: 'license_plate',
    input: {
      autoComplete: 'off',
      autoCapitalize: 'characters',
      spellCheck: false,
      style: { textTransform: 'uppercase' },
    },
    isShort: true,
  },
  driverCode: {
    column: 'driver_code',
    metadata: 'driver_code',
    input: { autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false },
    isShort: true,
  },
} as const satisfies Record<string, DriverField>;

export type DriverFieldName = keyof typeof driverFields;
export type DriverColumn = (typeof driverFields)[DriverFieldName]['column'];
/** The fields as a form holds them; empty text for none. */
export type Profile = Record<DriverFieldName, string>;

export const driverFieldNames = Object.keys(driverFields) as DriverFieldName[];

function profileWith(valueOf: (field: DriverField, name: DriverFieldName) => unknown): Profile {
  const entries = driverFieldNames.map((name) => {
    const value = valueOf(driverFields[name], name);
    return [name, typeof value === 'string' ? value : ''];
  });
  return Object.fromEntries(entries) as Profile;
}

export const emptyProfile: Profile = profileWith(() => '');

/** The profile in a driver record. */
export function profileOf(driver: Pick<DriverRow, DriverColumn>): Profile {
  return profileWith(({ column }) => (driver as DriverRow)[column]);
}

/** The profile that a sign-up stored, as far as it is text. */
export function profileFromMetadata(metadata: Readonly<Record<string, unknown>>): Profile {
  return profileWith((field) => metadata[field.metadata]);
}

/** The user metadata of a sign-up. */
export function metadataOf(profile: Profile): Record<string, string> {
  return Object.fromEntries(driverFieldNames.map((name) => [driverFields[name].metadata, profile[name]]));
}

/** The columns of a driver record. */
export function columnsOf(profile: Profile): Record<DriverColumn, string> {
  const entries = driverFieldNames.map((name) => [driverFields[name].column, profile[name]]);
  return Object.fromEntries(entries) as Record<DriverColumn, string>;
}

/** The columns in which a profile differs from an earlier one. */
export function changedColumns(before: Profile, profile: Profile): Partial<Record<DriverColumn, string>> {
  const changed = driverFieldNames.filter((name) => profile[name] !== before[name]);
  return Object.fromEntries(changed.map((name) => [driverFields[name].column, profile[name]]));
}
