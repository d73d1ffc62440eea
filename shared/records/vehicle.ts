import type { Database } from '../database.types.ts';
import { emptyTexts, namesOf, rowOfTexts, textsOfRow, type RecordField, type RecordTexts } from './field.ts';

export type VehicleRow = Database['public']['Tables']['vehicles']['Row'];

/** Taxis as Chile's registry of transport services classes them, and the shared transfer. */
export const vehicleClasses = ['basico', 'ejecutivo', 'turismo', 'transfer'] as const;

/** Most seats or bags. */
const most = 60;

/** The fields of a vehicle by their columns, in the order of the forms and of a file. */
export const vehicleFields = {
  license_plate: {
    column: 'license_plate',
    shape: { kind: 'text', max: 8, required: true },
    spelling: 'plate',
    heading: 'patente',
    example: 'BBCD12',
  },
  class: {
    column: 'class',
    shape: { kind: 'choice', of: vehicleClasses },
    heading: 'clase',
    example: 'turismo',
  },
  brand_model: {
    column: 'brand_model',
    shape: { kind: 'text', max: 80 },
    heading: 'marca y modelo',
    example: 'Kia Carnival',
  },
  colour: { column: 'colour', shape: { kind: 'text', max: 40 }, heading: 'color', example: 'Blanco' },
  seats: {
    column: 'seats',
    shape: { kind: 'integer', min: 1, max: most, optional: true },
    heading: 'asientos',
    example: '7',
  },
  bags: {
    column: 'bags',
    shape: { kind: 'integer', min: 0, max: most, optional: true },
    heading: 'maletas',
    example: '5',
  },
  registration_number: {
    column: 'registration_number',
    shape: { kind: 'text', max: 40 },
    heading: 'registro',
    example: 'RM-1042',
  },
} as const satisfies { readonly [Column in keyof VehicleRow]?: RecordField<Column> };

export type VehicleColumn = keyof typeof vehicleFields;
/** A vehicle as a form holds it; empty text for what is unknown. */
export type VehicleValues = RecordTexts<typeof vehicleFields>;
/** A vehicle as the table takes it. */
export type VehicleFields = Pick<VehicleRow, VehicleColumn>;

export const vehicleColumns = namesOf(vehicleFields);
export const emptyVehicle: VehicleValues = emptyTexts(vehicleFields);

/** The values of a vehicle for a form. */
export function vehicleValues(vehicle: VehicleFields): VehicleValues {
  return textsOfRow(vehicleFields, vehicle);
}

/** The columns of checked values. */
export function vehicleColumnsOf(values: VehicleValues): VehicleFields {
  return rowOfTexts(vehicleFields, values) as VehicleFields;
}
