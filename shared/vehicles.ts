import type { Database } from './database.types.ts';

export type VehicleRow = Database['public']['Tables']['vehicles']['Row'];

/** Taxis as Chile's registry of transport services classes them, and the shared transfer. */
export const vehicleClasses = ['basico', 'ejecutivo', 'turismo', 'transfer'] as const;

/** Longest texts, in characters. The table has them too. */
export const vehicleLengths = { brand_model: 80, colour: 40, registration_number: 40 } as const;
/** Most seats or bags. */
export const vehicleSpace = 60;

/** The columns that people fill in, in the order of the forms and of a file. */
export const vehicleColumns = [
  'license_plate',
  'class',
  'brand_model',
  'colour',
  'seats',
  'bags',
  'registration_number',
] as const;
export type VehicleColumn = (typeof vehicleColumns)[number];

/** A vehicle as a form holds it; empty text for what is unknown. */
export type VehicleValues = Record<VehicleColumn, string>;
/** A vehicle as the table takes it. */
export type VehicleFields = Pick<VehicleRow, VehicleColumn>;

export const emptyVehicle: VehicleValues = {
  license_plate: '',
  class: 'basico',
  brand_model: '',
  colour: '',
  seats: '',
  bags: '',
  registration_number: '',
};

/** The values of a vehicle for a form. */
export function vehicleValues(vehicle: VehicleFields): VehicleValues {
  const entries = vehicleColumns.map((column) => [column, String(vehicle[column] ?? '')]);
  return Object.fromEntries(entries) as VehicleValues;
}

const count = (text: string): number | null => (text === '' ? null : Number(text));

/** The columns of checked values. */
export function vehicleFields(values: VehicleValues): VehicleFields {
  const { license_plate, class: kind, brand_model, colour, seats, bags, registration_number } = values;
  return {
    license_plate,
    class: kind,
    brand_model: brand_model || null,
    colour: colour || null,
    seats: count(seats),
    bags: count(bags),
    registration_number: registration_number || null,
  };
}
