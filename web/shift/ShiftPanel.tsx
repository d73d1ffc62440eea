import { useState } from 'react';
import { chileanDay } from '../../shared/chile/time.ts';
import { companyZone } from '../../shared/chile/zone.ts';
import { lacksPin, needsPin } from '../account/pin/pin.ts';
import { isVerified } from '../data/drivers/driverState.ts';
import { toDataError } from '../data/errors.ts';
import type { Vehicle, DriverAtWheel, Shift } from '../data/shifts/driverAtWheel.ts';
import { useAction } from '../forms/useAction.ts';
import type { ErrorPhrases } from '../i18n/describeError.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { localeOf, type Language } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { plateInPairs } from '../../shared/chile/plate.ts';
import { EndShift } from './EndShift.tsx';
import { FirstPin } from './FirstPin.tsx';
import { Vehicles } from './Vehicles.tsx';
import { takeVehicle } from './shifts.ts';
import { shiftStarted, useOpenShift } from './openShift.ts';
import { TakeOver } from './TakeOver.tsx';

export interface ShiftPanelProps {
  readonly driver: DriverAtWheel;
  readonly onClose: () => void;
}

/**
 * Starts shifts. While the panel asks whether to take the wanted vehicle over, `holder` is the name of the driver who has it.
 * @param onTaken called before the other parts of the screen hear of the shift
 */
function useTaking(driverId: string, phrases: ErrorPhrases, onTaken: () => void) {
  const { code } = useMessages().errors;
  const [wanted, setWanted] = useState<Vehicle | null>(null);
  const [holder, setHolder] = useState<string | null>(null);
  const take = useAction(
    async (vehicle: Vehicle, takeOver: boolean) => {
      setWanted(vehicle);
      try {
        await takeVehicle(driverId, vehicle.id, takeOver);
      } catch (error) {
        const { code: reason, details } = toDataError(error);
        if (reason !== 'vehicle_in_use') throw error;
        setHolder(details);
        return;
      }
      onTaken();
      shiftStarted.emit();
    },
    { ...phrases, vehicle_not_found: code.not_found, driver_not_in_service: code.forbidden },
  );
  const goBack = () => {
    take.reset();
    setHolder(null);
  };
  return { ...take, wanted, holder, goBack };
}

/** The driver's shift: the vehicle of the open one with its end, and the vehicles to choose from. One tap starts a shift. */
export default function ShiftPanel({ driver, onClose }: ShiftPanelProps) {
  const t = useNamespace('shift');
  const shift = useOpenShift(driver.id);
  const plate = driver.license_plate && plateInPairs(driver.license_plate);
  const phrases = { network: plate ? t.noSignal(plate) : t.noSignalWithoutPlate };
  const [choosesPin, setChoosesPin] = useState(needsPin);
  const { wanted, holder, goBack, ...take } = useTaking(driver.id, phrases, onClose);
  if (choosesPin)
    return (
      <div className="flex flex-col gap-5 tablet:mx-auto tablet:w-full tablet:max-w-3xl low:gap-3">
        {needsPin() && <Notice tone="info">{t.pinNeeded}</Notice>}
        <FirstPin onSaved={() => setChoosesPin(false)} />
      </div>
    );
  return (
    <div className="flex flex-col gap-5 tablet:mx-auto tablet:w-full tablet:max-w-3xl">
      <p className="text-ink-soft">{t.intro}</p>
      {take.errorText && <Notice tone="error">{take.errorText}</Notice>}
      {wanted && holder !== null && (
        <TakeOver
          vehicle={wanted}
          name={holder}
          busy={take.busy}
          onTake={() => take.run(wanted, true)}
          onBack={goBack}
        />
      )}
      {/* Hidden, not removed: after the question the driver finds the search and the list as they were. */}
      <div hidden={holder !== null} className="flex flex-col gap-5">
        {shift ? (
          <OpenShift driverId={driver.id} shift={shift} phrases={phrases} />
        ) : (
          <p>{plate ? t.ownPlate(plate) : t.noPlate}</p>
        )}
        {lacksPin() && (
          <Notice tone="info">
            <p>{t.pinTip}</p>
            <Button variant="secondary" onClick={() => setChoosesPin(true)} className="mt-3">
              {t.setPin}
            </Button>
          </Notice>
        )}
        {isVerified(driver) ? (
          <Vehicles
            driverId={driver.id}
            phrases={phrases}
            takenId={shift?.vehicle.id}
            busyId={take.busy ? wanted?.id : undefined}
            returnedId={holder === null ? wanted?.id : undefined}
            onTake={(vehicle) => take.run(vehicle, false)}
          />
        ) : (
          <Notice tone="info">{t.notActive}</Notice>
        )}
      </div>
    </div>
  );
}

interface OpenShiftProps {
  readonly driverId: string;
  readonly shift: Shift;
  readonly phrases: ErrorPhrases;
}

/** When a shift began, as «hoy, 17:51» or «sáb, 17:51». */
function startOf({ started_at: startedAt }: Shift, language: Language): string {
  const locale = localeOf(language);
  const start = new Date(startedAt);
  const isToday = chileanDay(start) === chileanDay(new Date());
  const format = new Intl.DateTimeFormat(locale, {
    ...(!isToday && { weekday: 'short' }),
    hour: '2-digit',
    minute: '2-digit',
    // As in the driver's list of shifts; Chile's own short time would have “a. m.”, which nobody there writes.
    hourCycle: 'h23',
    timeZone: companyZone(),
  });
  if (!isToday) return format.format(start);
  const today = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'day');
  return `${today}, ${format.format(start)}`;
}

function OpenShift({ driverId, shift, phrases }: OpenShiftProps) {
  const t = useNamespace('shift');
  const { language } = useLanguage();
  return (
    <section className="flex flex-col gap-3 rounded-card bg-success-soft p-4">
      <p className="headline text-title tabular-nums">{plateInPairs(shift.vehicle.license_plate)}</p>
      <p>{t.current(startOf(shift, language))}</p>
      <EndShift driverId={driverId} phrases={phrases} />
    </section>
  );
}
