import type { ReactNode } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { endShift } from '../../data/fleet/shifts.ts';
import type { ListedVehicle } from '../../data/fleet/vehicles.ts';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { actionsColumn, type Column } from '../parts/List.tsx';
import { ChangeButton, RowActions } from '../parts/cells.tsx';
import { useFormat } from '../parts/useFormat.ts';

export interface VehicleActions {
  readonly onEdit: (vehicle: ListedVehicle) => void;
  readonly onDelete: (vehicle: ListedVehicle) => void;
  /** Announces that a shift was ended. */
  readonly onDone: (message: string) => void;
}

/** The columns of the vehicles: plate, name, space, assigned drivers, open shift, actions. */
export function useVehicleColumns({
  onEdit,
  onDelete,
  onDone,
}: VehicleActions): readonly Column<ListedVehicle>[] {
  const { actions } = useNamespace('admin');
  const t = useNamespace('vehicles');
  return [
    {
      id: 'plate',
      label: t.fields.license_plate,
      width: 'w-34',
      cell: (vehicle) => <Plate variant="tag" plate={vehicle.license_plate} />,
      onCard: 'title',
    },
    {
      id: 'vehicle',
      label: t.vehicle,
      cell: (vehicle) => <Name vehicle={vehicle} />,
      onCard: 1,
    },
    {
      id: 'space',
      label: t.space,
      width: 'w-46',
      cell: (vehicle) => <Space vehicle={vehicle} />,
      inTable: 'wide',
      foldsInto: 'vehicle',
      onCard: 2,
    },
    {
      id: 'drivers',
      label: t.drivers,
      cell: (vehicle) => <Drivers vehicle={vehicle} />,
      elsewhere: (vehicle) => <Labelled label={t.drivers} value={<Drivers vehicle={vehicle} />} />,
      onCard: 3,
    },
    {
      id: 'now',
      label: t.now,
      cell: (vehicle) => <AtWheel vehicle={vehicle} onDone={onDone} />,
      elsewhere: (vehicle) =>
        vehicle.shift && <Labelled label={t.now} value={<AtWheel vehicle={vehicle} onDone={onDone} />} />,
      onCard: 4,
    },
    actionsColumn(actions, 'w-28', (vehicle) => {
      const plate = plateInPairs(vehicle.license_plate);
      return (
        <RowActions
          editLabel={t.edit(plate)}
          deleteLabel={t.delete(plate)}
          onEdit={() => onEdit(vehicle)}
          onDelete={() => onDelete(vehicle)}
        />
      );
    }),
  ];
}

function Labelled({ label, value }: { readonly label: string; readonly value: ReactNode }) {
  return (
    <div className="text-small">
      <span className="text-ink-soft">{label}:</span> {value}
    </div>
  );
}

interface VehicleProps {
  readonly vehicle: ListedVehicle;
}

/** Brand, colour and class. */
function Name({ vehicle }: VehicleProps) {
  const { classes } = useNamespace('shift');
  const { class: kind, brand_model: brand, colour } = vehicle;
  const named = Object.hasOwn(classes, kind) ? classes[kind as keyof typeof classes] : kind;
  return (
    <span className="block [overflow-wrap:anywhere]">
      {brand && <span className="block font-semibold">{brand}</span>}
      <span className="block text-small text-ink-soft">{[colour, named].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** Seats and bags, as far as they are known. */
function Space({ vehicle: { seats, bags } }: VehicleProps) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  const known = [
    seats === null ? '' : t.seats(format.count(seats)),
    bags === null ? '' : t.bags(format.count(bags)),
  ];
  const line = known.filter(Boolean).join(' · ');
  return line === '' ? null : <span className="block text-small tabular-nums">{line}</span>;
}

function Drivers({ vehicle }: VehicleProps) {
  const t = useNamespace('vehicles');
  const names = vehicle.drivers.map(({ name }) => name).join(', ');
  return names === '' ? (
    <span className="text-ink-soft">{t.everybody}</span>
  ) : (
    <span className="[overflow-wrap:anywhere]">{names}</span>
  );
}

/** The driver of the open shift, and a way to end it: some drivers forget. */
function AtWheel({ vehicle, onDone }: VehicleProps & Pick<VehicleActions, 'onDone'>) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  const { shift, license_plate: plate } = vehicle;
  if (!shift) return <span className="text-ink-soft">—</span>;
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-semibold [overflow-wrap:anywhere]">{shift.name}</span>
      <span className="text-small text-ink-soft">{t.since(format.time(shift.started_at))}</span>
      <ChangeButton
        variant="secondary"
        aria-label={t.endShiftOf(shift.name)}
        change={() => endShift(shift.id)}
        onDone={() => onDone(t.shiftEnded(plateInPairs(plate)))}
      >
        {t.endShift}
      </ChangeButton>
    </span>
  );
}
