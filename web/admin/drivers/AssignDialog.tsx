import { useState } from 'react';
import { normalizePlate, plateInPairs } from '../../../shared/chile/plate.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import { assignDrivers, vehicleIdOf } from '../../data/vehicles/vehicles.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { Selection } from '../parts/list/useSelection.ts';

export interface AssignDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly selection: Selection<ListedDriver>;
  readonly onClose: () => void;
}

/** Assigns a vehicle to the ticked drivers of the company, beside those that they have. */
export function AssignDialog({ selection, onDone, onClose }: AssignDialogProps) {
  const { manyDrivers: t } = useNamespace('admin');
  const format = useFormat();
  const [plate, setPlate] = useState('');
  const drivers = selection.chosen.filter((driver) => driverStateOf(driver) !== 'left');
  const { busy, errorText, run } = useChange(
    async (wanted: string) => assignDrivers(await vehicleIdOf(wanted), drivers),
    (_, wanted) => {
      selection.set([]);
      onClose();
      onDone(t.assigned(drivers.length, format.count(drivers.length), plateInPairs(wanted)));
    },
    { vehicle_not_found: t.noVehicle },
  );
  return (
    <FormDialog
      title={t.assignTitle}
      action={t.assign}
      busy={busy}
      disabled={plate.trim() === ''}
      onSubmit={() => run(normalizePlate(plate))}
      onClose={onClose}
    >
      <p className="mb-4 text-small text-ink-soft">{drivers.map(({ name }) => name).join(', ')}</p>
      <TextField
        label={t.plate}
        hint={t.assignHint}
        error={errorText}
        value={plate}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        onChange={(event) => setPlate(event.target.value)}
      />
    </FormDialog>
  );
}
