import { ChevronRight } from 'lucide-react';
import type { Vehicle } from '../data/shifts/driverAtWheel.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Plate } from '../components/Plate.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import type { VehicleChoice } from './shifts.ts';

export interface VehicleKeysProps {
  readonly choice: VehicleChoice;
  /** The vehicle of the open shift, which is not offered. */
  readonly takenId: string | undefined;
  readonly busyId: string | undefined;
  /** The vehicle from whose question the driver has come back. */
  readonly returnedId: string | undefined;
  readonly onTake: (vehicle: Vehicle) => void;
}

/** Gives a key the focus back and scrolls to it, unless the driver has gone on, as to the search. */
function focusAgain(key: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) key?.focus();
}

/** The vehicles to choose from, the last one first. */
export function VehicleKeys({ choice, takenId, busyId, returnedId, onTake }: VehicleKeysProps) {
  const t = useNamespace('shift');
  const lastId = choice.last?.vehicle.id;
  const offered = choice.vehicles.filter(({ id }) => id !== takenId);
  const vehicles = [
    ...offered.filter(({ id }) => id === lastId),
    ...offered.filter(({ id }) => id !== lastId),
  ];
  return (
    <ul aria-label={t.vehicles} className="flex flex-col gap-3">
      {vehicles.map((vehicle) => (
        <VehicleKey
          key={vehicle.id}
          vehicle={vehicle}
          mark={vehicle.id === lastId ? t.last : vehicle.isOwn ? t.assigned : undefined}
          busy={vehicle.id === busyId}
          returned={vehicle.id === returnedId}
          onTake={() => onTake(vehicle)}
        />
      ))}
    </ul>
  );
}

interface VehicleKeyProps {
  readonly vehicle: Vehicle;
  /** Why it stands where it does in the list. */
  readonly mark: string | undefined;
  readonly busy: boolean;
  readonly returned: boolean;
  readonly onTake: () => void;
}

/** A vehicle to take, as one large key. */
function VehicleKey({ vehicle, mark, busy, returned, onTake }: VehicleKeyProps) {
  const { classes } = useNamespace('shift');
  const kind = Object.hasOwn(classes, vehicle.class)
    ? classes[vehicle.class as keyof typeof classes]
    : vehicle.class;
  const line = [vehicle.brand_model, vehicle.colour, kind].filter(Boolean).join(' · ');
  return (
    <li>
      <button
        ref={returned ? focusAgain : undefined}
        type="button"
        aria-disabled={busy || undefined}
        onClick={onTake}
        className="key flex min-h-16 w-full items-center gap-4 rounded-control px-4 py-2 text-left tablet:min-h-28 tablet:px-6"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <Plate variant="key" plate={vehicle.license_plate} />
          <span className="min-w-0 flex-1 basis-44 [overflow-wrap:anywhere]">
            {mark && <span className="block leading-snug font-semibold text-accent">{mark}</span>}
            <span className="block text-small leading-snug text-ink-soft">{line}</span>
          </span>
        </span>
        {busy ? (
          <Spinner size={24} />
        ) : (
          <ChevronRight size={24} className="shrink-0 text-ink-soft" aria-hidden="true" />
        )}
      </button>
    </li>
  );
}
