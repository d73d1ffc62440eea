import { useState } from 'react';
import { chileanZone } from '../../shared/chile/time.ts';
import { isVerified } from '../data/driverState.ts';
import type { Vehicle, DriverAtWheel, Shift } from '../data/fleet/driverAtWheel.ts';
import { useAction } from '../forms/useAction.ts';
import type { ErrorPhrases } from '../i18n/describeError.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { plateInPairs } from '../../shared/chile/plate.ts';
import { Vehicles } from './Vehicles.tsx';
import { leaveVehicle, takeVehicle } from './shifts.ts';
import { shiftStarted, useOpenShift } from './openShift.ts';
import { TakeOver } from './TakeOver.tsx';

export interface ShiftPanelProps {
  readonly driver: DriverAtWheel;
  readonly onClose: () => void;
}

/** The driver's shift: the vehicle of the open one with its end, and the vehicles to choose from. One tap starts a shift. */
export default function ShiftPanel({ driver, onClose }: ShiftPanelProps) {
  const t = useNamespace('shift');
  const shift = useOpenShift(driver.id);
  const [wanted, setWanted] = useState<Vehicle | null>(null);
  const { code } = useMessages().errors;
  const plate = driver.license_plate && plateInPairs(driver.license_plate);
  const phrases = { network: plate ? t.noSignal(plate) : t.noSignalWithoutPlate };
  const take = useAction(
    async (vehicle: Vehicle, takeOver: boolean) => {
      setWanted(vehicle);
      await takeVehicle(driver.id, vehicle.id, takeOver);
      onClose();
      shiftStarted.emit();
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
          vehicle={wanted}
          name={take.error.details}
          onTake={() => take.run(wanted, true)}
          onBack={take.reset}
        />
      ) : (
        <>
          {shift ? (
            <OpenShift driverId={driver.id} shift={shift} phrases={phrases} />
          ) : (
            <p>{plate ? t.ownPlate(plate) : t.noPlate}</p>
          )}
          {isVerified(driver) ? (
            <Vehicles
              driverId={driver.id}
              phrases={phrases}
              takenId={shift?.vehicle.id}
              busyId={take.busy ? wanted?.id : undefined}
              onTake={(vehicle) => take.run(vehicle, false)}
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
  const leave = useAction(() => leaveVehicle(driverId), phrases);
  const since = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    // As in the driver's list of shifts; Chile's own short time would have “a. m.”, which nobody there writes.
    hourCycle: 'h23',
    timeZone: chileanZone,
  });
  return (
    <section className="flex flex-col gap-3 rounded-card bg-success-soft p-4">
      <p className="headline text-title tabular-nums">{plateInPairs(shift.vehicle.license_plate)}</p>
      <p>{t.current(since.format(new Date(shift.started_at)))}</p>
      {leave.errorText && <Notice tone="error">{leave.errorText}</Notice>}
      <Button variant="secondary" busy={leave.busy} onClick={() => leave.run()}>
        {t.end}
      </Button>
    </section>
  );
}
