import { mapFields } from './field.ts';
import { vehicleColumnsOf, vehicleFields, type VehicleFields } from './vehicle.ts';

/** A vehicle with every field. */
export const exampleVehicle: VehicleFields = vehicleColumnsOf(
  mapFields(vehicleFields, ({ example }) => example),
);
