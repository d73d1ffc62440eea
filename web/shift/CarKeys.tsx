import { ChevronRight } from 'lucide-react';
import type { Car } from '../data/fleet/car.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';
import { Spinner } from '../ui/Spinner.tsx';
import type { CarChoice } from './shifts.ts';

export interface CarKeysProps {
  readonly choice: CarChoice;
  /** The car of the open shift, which is not offered. */
  readonly takenId: string | undefined;
  readonly busyId: string | undefined;
  readonly onTake: (car: Car) => void;
}

/** The cars to choose from, the last one first. */
export function CarKeys({ choice, takenId, busyId, onTake }: CarKeysProps) {
  const t = useNamespace('shift');
  const lastId = choice.last?.car.id;
  const offered = choice.cars.filter(({ id }) => id !== takenId);
  const cars = [...offered.filter(({ id }) => id === lastId), ...offered.filter(({ id }) => id !== lastId)];
  return (
    <ul aria-label={t.cars} className="flex flex-col gap-3">
      {cars.map((car) => (
        <CarKey
          key={car.id}
          car={car}
          mark={car.id === lastId ? t.last : car.isOwn ? t.assigned : undefined}
          busy={car.id === busyId}
          onTake={() => onTake(car)}
        />
      ))}
    </ul>
  );
}

interface CarKeyProps {
  readonly car: Car;
  /** Why it stands where it does in the list. */
  readonly mark: string | undefined;
  readonly busy: boolean;
  readonly onTake: () => void;
}

/** A car to take, as one large key. */
function CarKey({ car, mark, busy, onTake }: CarKeyProps) {
  const { classes } = useNamespace('shift');
  const kind = Object.hasOwn(classes, car.class) ? classes[car.class as keyof typeof classes] : car.class;
  const line = [car.brand_model, car.colour, kind].filter(Boolean).join(' · ');
  return (
    <li>
      <button
        type="button"
        aria-disabled={busy || undefined}
        onClick={onTake}
        className="key flex min-h-16 w-full items-center gap-4 rounded-control px-4 py-2 text-left tablet:min-h-28 tablet:px-6"
      >
        <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
          <span className="headline shrink-0 rounded-small border-2 border-night bg-white px-2 text-lead whitespace-nowrap text-night tabular-nums tablet:text-[2rem]">
            {plateInPairs(car.license_plate)}
          </span>
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
