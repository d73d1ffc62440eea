import { CircleStop, Pencil, Printer, Trash2 } from 'lucide-react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { shiftForgottenAfterMs } from '../../../shared/limits.ts';
import { endShift } from '../../data/shifts/shifts.ts';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { Act } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useMay } from '../parts/useMay.ts';

type OpenShift = NonNullable<ListedVehicle['shift']>;

/** Not the shift's own id, by which the list of shifts would hide its row. */
const endIdOf = ({ id }: OpenShift): string => `end:${id}`;

const isForgotten = ({ started_at: start }: OpenShift): boolean =>
  Date.now() - Date.parse(start) >= shiftForgottenAfterMs;

/** Whether the open shift of a vehicle ends in a moment, unless that is undone. */
export function isEnding({ shift }: ListedVehicle, hidden: SectionProps['hidden']): boolean {
  return shift !== null && hidden.has(endIdOf(shift));
}

/** All acts on a vehicle, in the order in which they are offered: first the end of a forgotten shift. */
export function useVehicleActs(
  vehicle: ListedVehicle,
  { hidden, onRemove }: Pick<SectionProps, 'hidden' | 'onRemove'>,
): readonly Act[] {
  const t = useNamespace('vehicles');
  const { record, selection } = useNamespace('admin');
  const mayDelete = useMay('delete');
  const { shift, license_plate: plate } = vehicle;
  const isDue = shift !== null && isForgotten(shift);
  const end = (open: OpenShift) =>
    onRemove(() => undefined, {
      id: endIdOf(open),
      announcement: t.endingShift(open.name),
      done: t.shiftEnded(plateInPairs(plate)),
      run: () => endShift(open.id),
    });
  const ending: readonly Act[] =
    shift && !isEnding(vehicle, hidden)
      ? [{ id: 'endShift', title: t.endShift, icon: CircleStop, isDue, run: () => end(shift) }]
      : [];
  return [
    ...(isDue ? ending : []),
    { id: 'edit', title: record.edit, icon: Pencil },
    { id: 'print', title: selection.print, icon: Printer },
    ...(isDue ? [] : ending),
    ...(mayDelete ? [{ id: 'delete', title: record.delete, icon: Trash2, isDangerous: true }] : []),
  ];
}
