import { CircleStop, UsersRound } from 'lucide-react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { endShift } from '../../data/shifts/shifts.ts';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { ButtonVariant } from '../../ui/Button.tsx';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { ChangeButton, RowActions } from '../parts/list/cells.tsx';
import { DocumentsLink } from '../parts/DocumentsLink.tsx';
import { ShiftsLink } from '../parts/ShiftsLink.tsx';
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
      width: 'w-30',
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
      width: 'w-26',
      cell: (vehicle) => <Space vehicle={vehicle} />,
      inTable: 'wide',
      foldsInto: 'vehicle',
      onCard: 2,
    },
    {
      id: 'drivers',
      label: t.drivers,
      width: 'w-34',
      className: 'py-0.5 text-small',
      cell: (vehicle) => <Drivers vehicle={vehicle} />,
      elsewhere: (vehicle) => <DriversOnCard vehicle={vehicle} />,
      inTable: 'wide',
      foldsInto: 'vehicle',
      onCard: 2,
    },
    {
      id: 'now',
      label: t.now,
      width: 'w-56 xl:w-88',
      cell: (vehicle) => <AtWheel vehicle={vehicle} onDone={onDone} />,
      elsewhere: (vehicle) => <AtWheelOnCard vehicle={vehicle} />,
      onCard: 4,
    },
    actionsColumn(actions, 'w-28 lg:w-49', (vehicle) => (
      <Actions vehicle={vehicle} onEdit={onEdit} onDelete={onDelete} onDone={onDone} />
    )),
  ];
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
    <span className="block leading-snug [overflow-wrap:anywhere]">
      {brand && (
        <span title={brand} className="mr-1.5 font-semibold md:line-clamp-2">
          {brand}
        </span>
      )}
      <span className="text-small text-ink-soft md:block">{[colour, named].filter(Boolean).join(' · ')}</span>
    </span>
  );
}

/** Seats and bags, as far as they are known. */
function Space({ vehicle: { seats, bags } }: VehicleProps) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  const known = [
    seats === null ? '' : t.seats(seats, format.count(seats)),
    bags === null ? '' : t.bags(bags, format.count(bags)),
  ];
  const parts = known.filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <span className="block text-small leading-snug tabular-nums">
      {/* In a line, but for the narrow column of the whole table. */}
      {parts.map((part, index) => (
        <span key={part} className="min-[75rem]:block">
          {index > 0 && <span className="min-[75rem]:hidden"> · </span>}
          <span>{part}</span>
        </span>
      ))}
    </span>
  );
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

function DriversOnCard({ vehicle }: VehicleProps) {
  const t = useNamespace('vehicles');
  return (
    <span className="inline-flex items-center gap-1.5 text-small">
      <UsersRound size={18} className="shrink-0 text-ink-soft" />
      <span className="sr-only">{t.drivers}: </span>
      <Drivers vehicle={vehicle} />
    </span>
  );
}

function Actions({ vehicle, onEdit, onDelete, onDone }: VehicleProps & VehicleActions) {
  const t = useNamespace('vehicles');
  const { moreActions } = useNamespace('admin');
  const plate = plateInPairs(vehicle.license_plate);
  return (
    <div className="flex justify-end">
      <RowActions
        editLabel={t.edit(plate)}
        moreLabel={moreActions(plate)}
        deleteLabel={t.delete(plate)}
        onEdit={() => onEdit(vehicle)}
        onDelete={() => onDelete(vehicle)}
      >
        <ShiftsLink name={plate} filters={{ search: vehicle.license_plate }} />
        <DocumentsLink owner="vehicle" id={vehicle.id} name={plate} />
      </RowActions>
      {/* A table has it beside the driver. */}
      <div className="md:hidden">
        <EndShift variant="quiet" vehicle={vehicle} onDone={onDone} />
      </div>
    </div>
  );
}

/** The driver of the open shift, and a way to end it. */
function AtWheel({ vehicle, onDone }: VehicleProps & Pick<VehicleActions, 'onDone'>) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  const { shift } = vehicle;
  if (!shift) return <span className="text-ink-soft">—</span>;
  return (
    <span className="flex items-center gap-x-2">
      <span className="min-w-0 flex-1 leading-snug">
        <span className="block font-semibold [overflow-wrap:anywhere]">{shift.name}</span>
        <span className="block text-small text-ink-soft">{t.since(format.time(shift.started_at))}</span>
      </span>
      <EndShift variant="secondary" vehicle={vehicle} onDone={onDone} />
    </span>
  );
}

/** The driver of the open shift, in a line; the button that ends it stands among the others. */
function AtWheelOnCard({ vehicle: { shift } }: VehicleProps) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  if (!shift) return null;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 leading-snug">
      <span className="font-semibold [overflow-wrap:anywhere]">{shift.name}</span>
      <time
        dateTime={shift.started_at}
        title={t.since(format.time(shift.started_at))}
        className="text-small text-ink-soft"
      >
        {format.ago(shift.started_at)}
      </time>
    </span>
  );
}

interface EndShiftProps extends VehicleProps, Pick<VehicleActions, 'onDone'> {
  readonly variant: ButtonVariant;
}

/** Ends the open shift: some drivers forget. */
function EndShift({ vehicle, variant, onDone }: EndShiftProps) {
  const t = useNamespace('vehicles');
  const { shift, license_plate: plate } = vehicle;
  if (!shift) return null;
  return (
    <ChangeButton
      variant={variant}
      icon={<CircleStop size={22} className="shrink-0 xl:hidden" />}
      aria-label={t.endShiftOf(shift.name)}
      className="md:px-3"
      change={() => endShift(shift.id)}
      onDone={() => onDone(t.shiftEnded(plateInPairs(plate)))}
    >
      <span className="max-xl:sr-only">{t.endShift}</span>
    </ChangeButton>
  );
}
