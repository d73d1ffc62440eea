import { plateInPairs } from '../../../shared/chile/plate.ts';
import { vehicleFields } from '../../../shared/records/vehicle.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { assignDrivers, vehicleIdOf } from '../../data/vehicles/vehicles.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';

const plate = vehicleFields.license_plate;

export interface AssignDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly drivers: readonly ListedDriver[];
  readonly onAssigned: () => void;
  readonly onClose: () => void;
}

/** Assigns a vehicle to drivers, beside those that they have. */
export function AssignDialog({ drivers, onAssigned, onDone, onClose }: AssignDialogProps) {
  const { manyDrivers: t } = useNamespace('admin');
  const format = useFormat();
  const form = useChangeForm({
    initial: { plate: '' },
    schema: () => ({ plate }),
    phrases: { vehicle_not_found: t.noVehicle },
    fieldOf: ({ code }) => (code === 'vehicle_not_found' ? 'plate' : undefined),
    save: async (wanted) => assignDrivers(await vehicleIdOf(wanted.plate), drivers),
    onSaved: (_, wanted) => {
      onAssigned();
      onDone(t.assigned(drivers.length, format.count(drivers.length), plateInPairs(wanted.plate)));
    },
  });
  return (
    <FormDialog title={t.assignTitle} action={t.assign} form={form} onClose={onClose}>
      <p className="mb-4 text-small text-ink-soft">{drivers.map(({ name }) => name).join(', ')}</p>
      <RecordInput of={plate} binding={form.field('plate')} label={t.plate} hint={t.assignHint} />
    </FormDialog>
  );
}
