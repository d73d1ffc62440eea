import { useState } from 'react';
import {
  emptyVehicle,
  vehicleColumns,
  vehicleFields,
  vehicleValues,
  type VehicleFields,
  type VehicleValues,
} from '../../../shared/vehicles.ts';
import type { DriverOption } from '../../data/admin/drivers.ts';
import { toDataError } from '../../data/errors.ts';
import {
  assignDrivers,
  getVehicle,
  insertVehicle,
  updateVehicle,
  type ListedVehicle,
} from '../../data/fleet/vehicles.ts';
import { useForm, type Form } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useReloading } from '../parts/useChange.ts';

export interface VehicleDraft extends VehicleValues {
  readonly drivers: readonly DriverOption[];
}

export type VehicleForm = Form<VehicleDraft, void>;

const draftOf = (vehicle: ListedVehicle): VehicleDraft => ({
  ...vehicleValues(vehicle),
  drivers: vehicle.drivers,
});

const idsOf = (drivers: readonly DriverOption[]) =>
  drivers
    .map(({ id }) => id)
    .sort()
    .join();

/** A draft on top of a newer record: what the draft did not change takes the newer value. */
function rebase(before: VehicleDraft, draft: VehicleDraft, newer: VehicleDraft): VehicleDraft {
  const stored = vehicleColumns.filter((column) => draft[column] !== before[column]);
  const isReassigned = idsOf(before.drivers) !== idsOf(draft.drivers);
  return {
    ...newer,
    ...Object.fromEntries(stored.map((column) => [column, draft[column]])),
    ...(isReassigned && { drivers: draft.drivers }),
  };
}

function changedFields(base: ListedVehicle, fields: VehicleFields): Partial<VehicleFields> {
  const changed = vehicleColumns.filter((column) => fields[column] !== base[column]);
  return Object.fromEntries(changed.map((column) => [column, fields[column]]));
}

async function saveVehicle(base: ListedVehicle | null, draft: VehicleDraft): Promise<void> {
  const fields = vehicleFields(draft);
  if (!base) {
    const { id } = await insertVehicle(fields);
    return assignDrivers(id, [], draft.drivers);
  }
  const changes = changedFields(base, fields);
  if (Object.keys(changes).length > 0) await updateVehicle(base, changes);
  return assignDrivers(base.id, base.drivers, draft.drivers);
}

/**
 * The draft of a vehicle, or of a new one. When somebody else has saved the same vehicle meanwhile, the draft takes over their
 * changes and can be saved again.
 * @param onSaved receives the plate
 */
export function useVehicleForm(vehicle: ListedVehicle | null, onSaved: (plate: string) => void): VehicleForm {
  const { conflict, plateTaken } = useNamespace('vehicles');
  /** The record that the draft began with. */
  const [base, setBase] = useState(vehicle);
  const reloading = useReloading();
  const save = async (draft: VehicleDraft): Promise<void> => {
    try {
      await saveVehicle(base, draft);
    } catch (error) {
      const isOvertaken = base && toDataError(error).code === 'edit_conflict';
      const current = isOvertaken ? await getVehicle(base.id) : null;
      if (base && current) {
        setBase(current);
        form.setValues((values) => rebase(draftOf(base), values, draftOf(current)));
      }
      throw error;
    }
  };
  const form = useForm<VehicleDraft, void>({
    initial: vehicle ? draftOf(vehicle) : { ...emptyVehicle, drivers: [] },
    schema: (schemas) => schemas.vehicleSchema,
    phrases: { edit_conflict: conflict, '23505': plateTaken },
    submit: async (draft) => {
      await reloading(() => save(draft));
      onSaved(draft.license_plate);
    },
  });
  return form;
}
