import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { ListedVehicle } from '../../data/fleet/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { PlateTag } from '../parts/PlateTag.tsx';
import { RowActions } from '../parts/RowActions.tsx';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { AtWheel, VehicleName, Space, vehicleColumnCount } from './VehicleCells.tsx';
import { VehicleEditor } from './VehicleEditor.tsx';

export interface VehicleRowProps {
  readonly vehicle: ListedVehicle;
  readonly editing: boolean;
  readonly onEdit: () => void;
  /** The editor was left, with or without a change. */
  readonly onLeave: () => void;
  /** Announces what was done. */
  readonly onDone: (message: string) => void;
  readonly onDelete: () => void;
}

/** One vehicle, shown or being edited. */
export function VehicleRow({ vehicle, editing, onEdit, onLeave, onDone, onDelete }: VehicleRowProps) {
  const breakpoint = useBreakpoint();
  const t = useNamespace('vehicles');
  const editButton = useRef<HTMLButtonElement>(null);
  const plate = plateInPairs(vehicle.license_plate);
  const leave = () => {
    flushSync(onLeave);
    editButton.current?.focus();
  };
  const saved = (next: string) => {
    leave();
    onDone(t.saved(plateInPairs(next)));
  };
  const editor = editing && <VehicleEditor vehicle={vehicle} onCancel={leave} onSaved={saved} />;
  const buttons = (
    <RowActions
      editButton={editButton}
      editLabel={t.edit(plate)}
      deleteLabel={t.delete(plate)}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  );
  const wheel = <AtWheel vehicle={vehicle} onDone={onDone} />;
  if (breakpoint === 'cards')
    return (
      <li className="border-b border-line">
        {editor || <VehicleCard vehicle={vehicle} buttons={buttons} wheel={wheel} />}
      </li>
    );
  if (editor)
    return (
      <tr className="border-b border-line">
        <td colSpan={vehicleColumnCount(breakpoint)}>{editor}</td>
      </tr>
    );
  return <VehicleCells vehicle={vehicle} buttons={buttons} wheel={wheel} />;
}

interface VehicleContentProps {
  readonly vehicle: ListedVehicle;
  readonly buttons: ReactNode;
  readonly wheel: ReactNode;
}

function DriverNames({ vehicle }: { readonly vehicle: ListedVehicle }) {
  const t = useNamespace('vehicles');
  const names = vehicle.drivers.map(({ name }) => name).join(', ');
  return names === '' ? (
    <span className="text-ink-soft">{t.everybody}</span>
  ) : (
    <span className="[overflow-wrap:anywhere]">{names}</span>
  );
}

function VehicleCard({ vehicle, buttons, wheel }: VehicleContentProps) {
  const t = useNamespace('vehicles');
  return (
    <div className="flex flex-col gap-2 py-3 pr-2 pl-4">
      <div className="flex items-center justify-between gap-2">
        <h3>
          <PlateTag driver={vehicle} />
        </h3>
        {buttons}
      </div>
      <VehicleName vehicle={vehicle} />
      <Space vehicle={vehicle} />
      <p className="text-small">
        <span className="text-ink-soft">{t.drivers}:</span> <DriverNames vehicle={vehicle} />
      </p>
      {vehicle.shift && (
        <div className="text-small">
          <span className="text-ink-soft">{t.now}:</span> {wheel}
        </div>
      )}
    </div>
  );
}

function VehicleCells({ vehicle, buttons, wheel }: VehicleContentProps) {
  const breakpoint = useBreakpoint();
  return (
    <tr className="border-b border-line hover:bg-surface">
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-normal">
        <PlateTag driver={vehicle} />
      </th>
      <td className="px-2 py-2">
        <VehicleName vehicle={vehicle} />
        {breakpoint === 'table' && <Space vehicle={vehicle} />}
      </td>
      {breakpoint === 'wide' && (
        <td className="px-2 py-2">
          <Space vehicle={vehicle} />
        </td>
      )}
      <td className="px-2 py-2">
        <DriverNames vehicle={vehicle} />
      </td>
      <td className="px-2 py-2">{wheel}</td>
      <td className="py-1 pr-1 pl-2">
        <div className="-ml-3">{buttons}</div>
      </td>
    </tr>
  );
}
