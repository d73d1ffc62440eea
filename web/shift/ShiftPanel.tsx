import { useState } from 'react';
import { isVerified } from '../data/driverState.ts';
import type { Car, DriverAtWheel, Shift } from '../data/fleet/car.ts';
import { useAction } from '../forms/useAction.ts';
import type { ErrorPhrases } from '../i18n/describeError.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { plateInPairs } from '../../shared/chile/plate.ts';
import { Cars } from './Cars.tsx';
import { leaveCar, takeCar } from './shifts.ts';
import { announceStart } from './starts.ts';
import { useOpenShift } from './store.ts';
import { TakeOver } from './TakeOver.tsx';

export interface ShiftPanelProps {
  readonly driver: DriverAtWheel;
  readonly onClose: () => void;
}

/** The driver's shift: the car of the open one with its end, and the cars to choose from. One tap starts a shift. */
export default function ShiftPanel({ driver, onClose }: ShiftPanelProps) {
  const t = useNamespace('shift');
  const shift = useOpenShift(driver.id);
  const [wanted, setWanted] = useState<Car | null>(null);
  const { code } = useMessages().errors;
  const phrases = { network: t.noSignal(plateInPairs(driver.license_plate)) };
  const take = useAction(
    async (car: Car, takeOver: boolean) => {
      setWanted(car);
      await takeCar(driver.id, car.id, takeOver);
      onClose();
      announceStart();
    },
    { ...phrases, vehicle_not_found: code.not_found, driver_not_in_service: code.forbidden },
  );
  const isTaken = take.error?.code === 'car_in_use';
  return (
    <div className="flex flex-col gap-5 tablet:mx-auto tablet:w-full tablet:max-w-3xl">
      <p className="text-ink-soft">{t.intro}</p>
      {take.errorText && !isTaken && <Notice tone="error">{take.errorText}</Notice>}
      {wanted && isTaken ? (
        <TakeOver
          car={wanted}
          name={take.error.details}
          onTake={() => take.run(wanted, true)}
          onBack={take.reset}
        />
      ) : (
        <>
          {shift ? (
            <OpenShift driverId={driver.id} shift={shift} phrases={phrases} />
          ) : (
            <p>{t.ownPlate(plateInPairs(driver.license_plate))}</p>
          )}
          {isVerified(driver) ? (
            <Cars
              driverId={driver.id}
              phrases={phrases}
              takenId={shift?.car.id}
              busyId={take.busy ? wanted?.id : undefined}
              onTake={(car) => take.run(car, false)}
            />
          ) : (
            <Notice tone="info">{t.notActive}</Notice>
          )}
        </>
      )}
    </div>
  );
}

interface OpenShiftProps {
  readonly driverId: string;
  readonly shift: Shift;
  readonly phrases: ErrorPhrases;
}

function OpenShift({ driverId, shift, phrases }: OpenShiftProps) {
  const t = useNamespace('shift');
  const { language } = useLanguage();
  const leave = useAction(() => leaveCar(driverId), phrases);
  const since = new Intl.DateTimeFormat(language, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
  return (
    <section className="flex flex-col gap-3 rounded-card bg-success-soft p-4">
      <p className="headline text-title tabular-nums">{plateInPairs(shift.car.license_plate)}</p>
      <p>{t.current(since.format(new Date(shift.started_at)))}</p>
      {leave.errorText && <Notice tone="error">{leave.errorText}</Notice>}
      <Button variant="secondary" busy={leave.busy} onClick={() => leave.run()}>
        {t.end}
      </Button>
    </section>
  );
}
