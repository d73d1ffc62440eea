import { CarFront } from 'lucide-react';
import { useCallback, useState } from 'react';
import { carsShown, type Car, type DriverAtWheel, type Shift } from '../data/fleet/shifts.ts';
import { useLoad } from '../data/useLoad.ts';
import { TextField } from '../forms/TextField.tsx';
import { useAction } from '../forms/useAction.ts';
import { useDescribeError } from '../i18n/describeError.ts';
import { useLanguage, useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { plateInPairs } from '../ui/plateInPairs.ts';
import { Spinner } from '../ui/Spinner.tsx';
import { CarKey } from './CarKey.tsx';
import { leaveCar, readChoice, takeCar } from './shifts.ts';
import { useOpenShift } from './store.ts';

export interface ShiftPanelProps {
  readonly driver: DriverAtWheel;
  readonly onClose: () => void;
}

/** The driver's shift: the car of the open one with its end, and the cars to choose from. One tap starts a shift. */
export default function ShiftPanel({ driver, onClose }: ShiftPanelProps) {
  const t = useNamespace('shift');
  const shift = useOpenShift(driver.id);
  const [wanted, setWanted] = useState<Car | null>(null);
  const take = useAction(async (car: Car, takeOver: boolean) => {
    setWanted(car);
    await takeCar(driver.id, car.id, takeOver);
    onClose();
  });
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
            <OpenShift driverId={driver.id} shift={shift} />
          ) : (
            <p>{t.ownPlate(plateInPairs(driver.license_plate))}</p>
          )}
          <Cars
            driverId={driver.id}
            takenId={shift?.car.id}
            busyId={take.busy ? wanted?.id : undefined}
            onTake={(car) => take.run(car, false)}
          />
        </>
      )}
    </div>
  );
}

function OpenShift({ driverId, shift }: { readonly driverId: string; readonly shift: Shift }) {
  const t = useNamespace('shift');
  const { language } = useLanguage();
  const leave = useAction(() => leaveCar(driverId));
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

interface TakeOverProps {
  readonly car: Car;
  /** Of the driver who has it. */
  readonly name: string;
  readonly onTake: () => void;
  readonly onBack: () => void;
}

function TakeOver({ car, name, onTake, onBack }: TakeOverProps) {
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

interface CarsProps {
  readonly driverId: string;
  /** The car of the open shift, which is not offered. */
  readonly takenId: string | undefined;
  readonly busyId: string | undefined;
  readonly onTake: (car: Car) => void;
}

function Cars({ driverId, takenId, busyId, onTake }: CarsProps) {
  const { common } = useMessages();
  const t = useNamespace('shift');
  const describe = useDescribeError();
  const [typed, setTyped] = useState('');
  const plate = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  const load = useCallback(() => readChoice(driverId, plate), [driverId, plate]);
  const { value, error, reload } = useLoad(load);
  /** Once there are too many to show, the search stays, whatever it finds. */
  const [isLong, setIsLong] = useState(false);
  if (value && value.cars.length >= carsShown && !isLong) setIsLong(true);

  if (error)
    return (
      <Notice tone="error">
        <p>{describe(error)}</p>
        <Button size="compact" variant="secondary" onClick={reload} className="mt-3">
          {common.retry}
        </Button>
      </Notice>
    );
  if (!value) return <Spinner label={common.loading} size={40} />;
  const lastId = value.last?.car.id;
  const offered = value.cars.filter(({ id }) => id !== takenId);
  const cars = [...offered.filter(({ id }) => id === lastId), ...offered.filter(({ id }) => id !== lastId)];
  return (
    <>
      {isLong && (
        <TextField
          label={t.search}
          value={typed}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {cars.length === 0 && plate !== '' && <p>{t.none}</p>}
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
    </>
  );
}
