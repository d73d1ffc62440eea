import { ChevronRight } from 'lucide-react';
import type { Car } from '../data/fleet/shifts.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { plateInPairs } from '../ui/plateInPairs.ts';
import { Spinner } from '../ui/Spinner.tsx';

export interface CarKeyProps {
  readonly car: Car;
  /** Why it stands where it does in the list. */
  readonly mark: string | undefined;
  readonly busy: boolean;
  readonly onTake: () => void;
}

/** A car to take, as one large key. */
export function CarKey({ car, mark, busy, onTake }: CarKeyProps) {
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
        <span className="headline shrink-0 rounded-small border-2 border-night bg-white px-2 text-lead whitespace-nowrap text-night tabular-nums tablet:text-[2rem]">
          {plateInPairs(car.license_plate)}
        </span>
        <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          {mark && <span className="block leading-snug font-semibold text-accent">{mark}</span>}
          <span className="block text-small leading-snug text-ink-soft">{line}</span>
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
