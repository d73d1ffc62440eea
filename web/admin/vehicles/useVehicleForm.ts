import {
  emptyVehicle,
  vehicleFields,
  vehicleValues,
  type VehicleFields,
  type VehicleValues,
} from '../../../shared/vehicles.ts';
import type { DriverOption } from '../../data/admin/drivers.ts';
import {
  assignDrivers,
  getVehicle,
  insertVehicle,
  updateVehicle,
  type ListedVehicle,
} from '../../data/fleet/vehicles.ts';
import type { Form } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { changedValues, useRecordForm } from '../parts/useRecordForm.ts';

export interface VehicleDraft extends VehicleValues {
  readonly drivers: readonly DriverOption[];
}

export type VehicleForm = Form<VehicleDraft, void>;

function draftOf(vehicle: ListedVehicle | null): VehicleDraft {
  if (!vehicle) return { ...emptyVehicle, drivers: [] };
  return { ...vehicleValues(vehicle), drivers: vehicle.drivers };
}

async function saveVehicle(base: ListedVehicle | null, draft: VehicleDraft): Promise<void> {
  const fields = vehicleFields(draft);
  if (!base) {
    const { id } = await insertVehicle(fields);
    return assignDrivers(id, [], draft.drivers);
  }
  const changes = changedValues<VehicleFields>(vehicleFields(vehicleValues(base)), fields);
  if (Object.keys(changes).length > 0) await updateVehicle(base, changes);
  return assignDrivers(base.id, base.drivers, draft.drivers);
}

/**
 * The draft of a vehicle, or of a new one (null).
 * @param onSaved receives the plate
 */
export function useVehicleForm(vehicle: ListedVehicle | null, onSaved: (plate: string) => void): VehicleForm {
  const { conflict, plateTaken } = useNamespace('vehicles');
  return useRecordForm({
    record: vehicle,
    valuesOf: draftOf,
    load: ({ id }) => getVehicle(id),
    save: (draft, base) => saveVehicle(base, draft),
    schema: (schemas) => schemas.vehicleSchema,
    phrases: { edit_conflict: conflict, '23505': plateTaken },
    onSaved: (_, draft) => onSaved(draft.license_plate),
  });
}
