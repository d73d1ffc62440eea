import { CarFront } from 'lucide-react';
import type { Vehicle } from '../data/shifts/driverAtWheel.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { focusOnMount } from '../ui/focusOnMount.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

export interface TakeOverProps {
  readonly vehicle: Vehicle;
  /** The name of the driver who has the vehicle. */
  readonly name: string;
  /** The take-over is under way. */
  readonly busy: boolean;
  readonly onTake: () => void;
  readonly onBack: () => void;
}

/** Asks a driver whether to take a vehicle that another driver has. */
export function TakeOver({ vehicle, name, busy, onTake, onBack }: TakeOverProps) {
  const t = useNamespace('shift');
  return (
    <div className="flex flex-col gap-5">
      <div ref={focusOnMount} tabIndex={-1} className="outline-none">
        <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.taken(name)}</p>
        <p>{t.takeOverText}</p>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          busy={busy}
          onClick={onTake}
          icon={<CarFront size={22} aria-hidden="true" />}
          className="flex-1"
        >
          {t.takeOver(plateInPairs(vehicle.license_plate))}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onBack} className="flex-1">
          {t.back}
        </Button>
      </div>
    </div>
  );
}
