import { UsersRound } from 'lucide-react';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import { headingsOf } from '../../../shared/records/field.ts';
import {
  vehicleColumnsOf,
  vehicleFields,
  type VehicleColumn,
  type VehicleFields,
} from '../../../shared/records/vehicle.ts';
import type { RecordFile } from '../parts/files/planRecords.ts';
import { fieldCells } from '../parts/files/exportFile.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { TimeAgo } from '../parts/list/cells.tsx';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { RowActs, type EditableListActs } from '../parts/record/acts.tsx';
import { RecordLink } from '../parts/record/RecordLink.tsx';
import { useFormat } from '../parts/useFormat.ts';

/** The columns of the vehicles: plate, name, space, assigned drivers, open shift, actions. */
export function useVehicleColumns(
  actions: EditableListActs<ListedVehicle>,
): readonly Column<ListedVehicle>[] {
  const { actions: heading, moreActions } = useNamespace('admin');
  const t = useNamespace('vehicles');
  return [
    {
      id: 'plate',
      sort: 'license_plate',
      label: t.fields.license_plate,
      width: 'w-30',
      cell: (vehicle) => <PlateLink vehicle={vehicle} />,
      onCard: 'title',
      file: fieldCells(vehicleFields),
    },
    {
      id: 'vehicle',
      sort: 'brand_model',
      label: t.vehicle,
      cell: (vehicle) => <Name vehicle={vehicle} />,
      onCard: 1,
    },
    {
      id: 'space',
      sort: 'seats',
      label: t.space,
      width: 'w-28',
      cell: (vehicle) => <Space vehicle={vehicle} />,
      inTable: 'wide',
      foldsInto: 'vehicle',
      onCard: 2,
    },
    {
      id: 'drivers',
      label: t.drivers,
      width: 'w-34 xl:w-48',
      className: 'py-0.5 text-small',
      cell: (vehicle) => <Drivers vehicle={vehicle} />,
      elsewhere: (vehicle) => <DriversOnCard vehicle={vehicle} />,
      inTable: 'wide',
      foldsInto: 'vehicle',
      onCard: 2,
      file: { conductores: driversOf },
    },
    {
      id: 'now',
      label: t.now,
      width: 'w-56 xl:w-64',
      cell: (vehicle) => <AtWheel vehicle={vehicle} />,
      elsewhere: (vehicle) => <AtWheelOnCard vehicle={vehicle} />,
      onCard: 4,
      file: { 'conduce ahora': ({ shift }) => shift?.name ?? '' },
    },
    actionsColumn(heading, 'w-28', (vehicle) => {
      const plate = plateInPairs(vehicle.license_plate);
      return <RowActs row={vehicle} {...actions} editLabel={t.edit(plate)} moreLabel={moreActions(plate)} />;
    }),
  ];
}

export interface VehicleProps {
  readonly vehicle: ListedVehicle;
}

function PlateLink({ vehicle: { id, license_plate: plate } }: VehicleProps) {
  return (
    <RecordLink id={id}>
      <Plate variant="tag" plate={plate} />
    </RecordLink>
  );
}

/** Brand, colour and class. */
export function Name({ vehicle }: VehicleProps) {
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
export function Space({ vehicle: { seats, bags } }: VehicleProps) {
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

const driversOf = ({ drivers }: ListedVehicle) => drivers.map(({ name }) => name).join(', ');

function Drivers({ vehicle }: VehicleProps) {
  const t = useNamespace('vehicles');
  const names = driversOf(vehicle);
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

/** The driver of the open shift. */
function AtWheel({ vehicle }: VehicleProps) {
  const t = useNamespace('vehicles');
  if (!vehicle.shift) return <span className="text-ink-soft">{t.free}</span>;
  return (
    <span className="block leading-snug">
      <span className="block font-semibold [overflow-wrap:anywhere]">{vehicle.shift.name}</span>
      <ShiftState vehicle={vehicle} />
    </span>
  );
}

/** Since when the open shift lasts. */
export function ShiftState({ vehicle }: VehicleProps) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  return (
    <span className="text-small text-ink-soft">
      {vehicle.shift && t.since(format.time(vehicle.shift.started_at))}
    </span>
  );
}

/** The driver of the open shift, in a line. */
function AtWheelOnCard({ vehicle: { shift } }: VehicleProps) {
  if (!shift) return null;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 leading-snug">
      <span className="font-semibold [overflow-wrap:anywhere]">{shift.name}</span>
      <TimeAgo time={shift.started_at} className="text-small text-ink-soft" />
    </span>
  );
}

/** A file of vehicles, which their plates name. */
export const vehicleFile: RecordFile<VehicleColumn, typeof vehicleFields, VehicleFields> = {
  headings: headingsOf(vehicleFields),
  aliases: { conductores: null, 'conduce ahora': null },
  required: ['license_plate'],
  mostRows: 2_000,
  fields: vehicleFields,
  key: 'license_plate',
  find: ({ license_plate: written = '' }, subjects) => {
    const plate = normalizePlate(written);
    const known = subjects.find(({ vehicle }) => vehicle?.license_plate === plate);
    return [{ id: plate, name: plateInPairs(plate), row: known?.vehicle ?? null, send: vehicleColumnsOf }];
  },
};
