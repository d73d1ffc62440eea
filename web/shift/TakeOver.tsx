import { CarFront } from 'lucide-react';
import type { Car } from '../data/fleet/car.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { plateInPairs } from '../../shared/chile/plate.ts';

export interface TakeOverProps {
  readonly car: Car;
  /** The name of the driver who has the car. */
  readonly name: string;
  readonly onTake: () => void;
  readonly onBack: () => void;
}

/** Asks a driver whether to take a car that another driver has. */
export function TakeOver({ car, name, onTake, onBack }: TakeOverProps) {
  const t = useNamespace('shift');
  return (
    <div role="alert" className="flex flex-col gap-5">
      <div>
        <p className="text-lead font-semibold [overflow-wrap:anywhere]">{t.taken(name)}</p>
        <p>{t.takeOverText}</p>
      </div>
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button onClick={onTake} icon={<CarFront size={22} aria-hidden="true" />} className="flex-1">
          {t.takeOver(plateInPairs(car.license_plate))}
        </Button>
        <Button variant="secondary" onClick={onBack} className="flex-1">
          {t.back}
        </Button>
      </div>
    </div>
  );
}
