import { lazy } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { shiftForgottenAfterMs } from '../../../shared/limits.ts';
import { reopenShift } from '../../data/shifts/shiftRecords.ts';
import { endShift } from '../../data/shifts/shifts.ts';
import { deleteVehicle, type ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DeleteDialog } from '../parts/dialogs.tsx';
import type { RecordAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useBelongings } from '../parts/useBelongings.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';

const PrintDialog = lazy(() => import('../printing/PrintDialog.tsx'));

const isForgotten = ({ shift }: ListedVehicle): boolean =>
  shift !== null && Date.now() - Date.parse(shift.started_at) >= shiftForgottenAfterMs;

/** All acts on vehicles, in the order in which they are offered: first the end of a forgotten shift. */
export function useVehicleActs({ onRemove }: SectionProps): readonly RecordAct<ListedVehicle>[] {
  const t = useNamespace('vehicles');
  const named = useNamedActs('vehicles');
  const ending: RecordAct<ListedVehicle> = {
    ...named.endShift,
    change: async ({ shift, license_plate: plate }) => {
      const { id, name } = shift!;
      await endShift(id);
      return { one: t.shiftEnded(name, plateInPairs(plate)), undo: () => reopenShift(id) };
    },
  };
  return [
    { ...ending, isDue: true, isFor: isForgotten },
    named.edit,
    {
      ...named.print,
      many: 'too',
      renderDialog: (vehicles, close) => <PrintDialog {...printingOf(vehicles)} onClose={close} />,
    },
    { ...ending, isFor: (vehicle) => vehicle.shift !== null && !isForgotten(vehicle) },
    {
      ...named.delete,
      isDangerous: true,
      renderDialog: ([vehicle], close) => (
        <DeleteVehicleDialog vehicle={vehicle} onRemove={onRemove} onClose={close} />
      ),
    },
  ];
}

/** The drivers who get a card for vehicles, and the plates of those that have no drivers. */
function printingOf(vehicles: readonly ListedVehicle[]) {
  return {
    subjects: vehicles.flatMap(({ drivers, license_plate: plate }) =>
      drivers.map(({ id, name }) => ({ driver: id, name, plate })),
    ),
    unassigned: vehicles.filter(({ drivers }) => drivers.length === 0).map((each) => each.license_plate),
  };
}

interface DeleteVehicleDialogProps extends Pick<SectionProps, 'onRemove'> {
  readonly vehicle: ListedVehicle;
  readonly onClose: () => void;
}

function DeleteVehicleDialog({ vehicle, onRemove, onClose }: DeleteVehicleDialogProps) {
  const t = useNamespace('vehicles');
  const { id, shift, drivers, license_plate: plate } = vehicle;
  const belongings = useBelongings('vehicle', id);
  const assigned = drivers.length > 0 ? [t.deletion.assignments] : [];
  return (
    <DeleteDialog
      title={t.deletion.title}
      question={t.deletion.question(plateInPairs(plate))}
      disabled={shift !== null}
      intro={shift && t.deletion.inUse(shift.name)}
      goes={[t.deletion.record, ...assigned, ...belongings.goes]}
      stays={[t.deletion.stays, ...belongings.stays]}
      removal={{
        id,
        announcement: t.removing(plateInPairs(plate)),
        done: t.deleted(plateInPairs(plate)),
        run: () => deleteVehicle(id),
      }}
      onRemove={onRemove}
      onClose={onClose}
    />
  );
}
