import { plateInPairs } from '../../../shared/chile/plate.ts';
import {
  emptyVehicle,
  vehicleClasses,
  vehicleColumns,
  vehicleColumnsOf,
  vehicleFields,
  vehicleValues,
  type VehicleFields,
  type VehicleValues,
} from '../../../shared/records/vehicle.ts';
import type { DriverOption } from '../../data/drivers/driverRecords.ts';
import { getVehicle, saveVehicle, type ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { changedValues } from '../../forms/changedValues.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { optionsOf } from '../../forms/options.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import type { ChangeForm } from '../parts/useChange.ts';
import { useRecordForm } from '../parts/useRecordForm.ts';
import { DriversField } from '../parts/DriverPicker.tsx';
import { FormDialog } from '../parts/dialogs.tsx';
import { RowEditor } from '../parts/RowEditor.tsx';

interface VehicleDraft extends VehicleValues {
  readonly drivers: readonly DriverOption[];
}

type VehicleForm = ChangeForm<VehicleDraft>;

function draftOf(vehicle: ListedVehicle | null): VehicleDraft {
  if (!vehicle) return { ...emptyVehicle, drivers: [] };
  return { ...vehicleValues(vehicle), drivers: vehicle.drivers };
}

function save(draft: VehicleDraft, base: ListedVehicle | null): Promise<void> {
  const fields = vehicleColumnsOf(draft);
  const changes = base && changedValues<VehicleFields>(vehicleColumnsOf(vehicleValues(base)), fields);
  return saveVehicle(base, changes ?? fields, draft.drivers);
}

/**
 * The draft of a vehicle, or of a new one (null).
 * @param onSaved receives the plate
 */
function useVehicleForm(vehicle: ListedVehicle | null, onSaved: (plate: string) => void): VehicleForm {
  const { conflict, plateTaken } = useNamespace('vehicles');
  return useRecordForm({
    record: vehicle,
    draft: vehicle ? `vehicle:${vehicle.id}` : 'vehicle',
    valuesOf: draftOf,
    load: ({ id }) => getVehicle(id),
    save,
    schema: (schemas) => schemas.vehicleSchema,
    phrases: { edit_conflict: conflict, '23505': plateTaken },
    onSaved: (_, draft) => onSaved(draft.license_plate),
  });
}

interface NewVehicleDialogProps {
  /** Receives the plate. */
  readonly onSaved: (plate: string) => void;
  readonly onClose: () => void;
}

/** Adds a vehicle and assigns its drivers. */
export function NewVehicleDialog({ onSaved, onClose }: NewVehicleDialogProps) {
  const t = useNamespace('vehicles');
  const form = useVehicleForm(null, onSaved);
  return (
    <FormDialog title={t.add} action={t.add} form={form} onClose={onClose} focusesField>
      <VehicleFormFields form={form} />
    </FormDialog>
  );
}

interface VehicleEditorProps extends Pick<NewVehicleDialogProps, 'onSaved'> {
  readonly vehicle: ListedVehicle;
  readonly onCancel: () => void;
}

/** The inputs that take the place of a vehicle's row. */
export function VehicleEditor({ vehicle, onSaved, onCancel }: VehicleEditorProps) {
  const { edit } = useNamespace('vehicles');
  const form = useVehicleForm(vehicle, onSaved);
  return (
    <RowEditor label={edit(plateInPairs(vehicle.license_plate))} form={form} onCancel={onCancel}>
      <VehicleFormFields form={form} />
    </RowEditor>
  );
}

/** The fields of a vehicle and its assigned drivers. */
function VehicleFormFields({ form }: { readonly form: VehicleForm }) {
  const t = useNamespace('vehicles');
  const { classes } = useNamespace('shift');
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-1 gap-4 min-[26rem]:grid-cols-2">
        {vehicleColumns.map((column) =>
          column === 'class' ? (
            <SelectField
              size="large"
              key={column}
              label={t.fields.class}
              options={optionsOf(vehicleClasses, classes)}
              {...form.control('class')}
            />
          ) : (
            <RecordInput
              key={column}
              of={vehicleFields[column]}
              binding={form.field(column)}
              label={t.fields[column]}
              spellCheck={false}
            />
          ),
        )}
      </div>
      <DriversField
        legend={t.drivers}
        hint={t.everybodyHint}
        addLabel={t.addDriver}
        removeLabel={t.removeDriver}
        {...form.control('drivers')}
      />
    </div>
  );
}
