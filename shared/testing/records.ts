import { mapFields } from '../records/field.ts';
import { vehicleColumnsOf, vehicleFields, type VehicleFields } from '../records/vehicle.ts';

/** A vehicle with every field. */
export const exampleVehicle: VehicleFields = vehicleColumnsOf(
  mapFields(vehicleFields, ({ example }) => example),
);
