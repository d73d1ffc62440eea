import { plateInPairs } from '../../../shared/chile/plate.ts';
import { vehicleFields } from '../../../shared/records/vehicle.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import { assignDrivers, vehicleIdOf } from '../../data/vehicles/vehicles.ts';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { Selection } from '../parts/list/useSelection.ts';

const plate = vehicleFields.license_plate;

export interface AssignDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly selection: Selection<ListedDriver>;
  readonly onClose: () => void;
}

/** Assigns a vehicle to the ticked drivers of the company, beside those that they have. */
export function AssignDialog({ selection, onDone, onClose }: AssignDialogProps) {
  const { manyDrivers: t } = useNamespace('admin');
  const format = useFormat();
  const drivers = selection.chosen.filter((driver) => driverStateOf(driver) !== 'left');
  const form = useChangeForm({
    initial: { plate: '' },
    schema: () => ({ plate }),
    phrases: { vehicle_not_found: t.noVehicle },
    fieldOf: ({ code }) => (code === 'vehicle_not_found' ? 'plate' : undefined),
    save: async (wanted) => assignDrivers(await vehicleIdOf(wanted.plate), drivers),
    onSaved: (_, wanted) => {
      selection.set([]);
      onClose();
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
