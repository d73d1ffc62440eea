import { endShift } from '../../data/fleet/shifts.ts';
import type { ListedVehicle } from '../../data/fleet/vehicles.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { Breakpoint } from '../parts/useBreakpoint.ts';
import { useChange } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';

interface VehicleProps {
  readonly vehicle: ListedVehicle;
}

/** The columns of the table, actions included. */
export const vehicleColumnCount = (breakpoint: Breakpoint): number => (breakpoint === 'wide' ? 6 : 5);

/** Brand, colour and class. */
export function VehicleName({ vehicle }: VehicleProps) {
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
export function Space({ vehicle: { seats, bags } }: VehicleProps) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  const known = [
    seats === null ? '' : t.seats(format.count(seats)),
    bags === null ? '' : t.bags(format.count(bags)),
  ];
  const line = known.filter(Boolean).join(' · ');
  return line === '' ? null : <span className="block text-small tabular-nums">{line}</span>;
}

interface AtWheelProps extends VehicleProps {
  /** Announces what was done. */
  readonly onDone: (message: string) => void;
}

/** The driver of the open shift, and a way to end it: some drivers forget. */
export function AtWheel({ vehicle, onDone }: AtWheelProps) {
  const t = useNamespace('vehicles');
  const format = useFormat();
  const { shift, license_plate: plate } = vehicle;
  const { busy, errorText, run } = useChange(endShift, () => onDone(t.shiftEnded(plateInPairs(plate))));
  if (!shift) return <span className="text-ink-soft">—</span>;
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-semibold [overflow-wrap:anywhere]">{shift.name}</span>
      <span className="text-small text-ink-soft">{t.since(format.time(shift.started_at))}</span>
      <Button
        size="compact"
        variant="secondary"
        busy={busy}
        aria-label={t.endShiftOf(shift.name)}
        onClick={() => run(shift.id)}
      >
        {t.endShift}
      </Button>
      {errorText && <span className="text-small text-danger">{errorText}</span>}
    </span>
  );
}
