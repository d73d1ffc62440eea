import { CarFront, UserCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { openTripStates } from '../../../shared/trips.ts';
import { toDataError } from '../../data/errors.ts';
import {
  changeTrip,
  tripDrivers,
  tripVehicles,
  type Trip,
  type TripChange,
  type TripDriver,
  type TripVehicle,
} from '../../data/trips/trips.ts';
import { useDescribeError } from '../../i18n/describeError.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Loading } from '../parts/Loading.tsx';
import { PopoverButton, type PopoverTrigger } from '../parts/PopoverButton.tsx';
import type { RecordAct } from '../parts/record/acts.tsx';
import { useTripData, useTripChange, type TripProps } from './TripChanges.tsx';
import { SmallButton, type SmallButtonProps } from '../parts/SmallButton.tsx';
import { joined } from './tripWords.ts';

/** Whether a trip can get a driver: it has not ended, and its time is known. */
export function isAssignable({ state, day }: Pick<Trip, 'state' | 'day'>): boolean {
  return day !== null && openTripStates.some((each) => each === state);
}

/** Takes the trip back from another company. */
const noExternal = { external_name: null, external_phone: null, external_plate: null };

/** Assigns a driver with the vehicle that the server proposes, and confirms a requested trip in the same call. */
function assignmentOf(trip: Trip, { id, vehicle_id: vehicle }: TripDriver): TripChange {
  const values = { driver_id: id, vehicle_id: vehicle || null, is_external: false };
  const state = trip.state === 'requested' && { state: 'confirmed' as const };
  return { values: { ...values, ...state, ...(trip.is_external && noExternal) } };
}

interface ChoicesProps<Row> {
  readonly name: string;
  readonly trip: Trip;
  readonly read: (trip: string, signal: AbortSignal) => Promise<readonly Row[]>;
  readonly empty: string;
  readonly titleOf: (row: Row) => string;
  /** The words beside the name. */
  readonly notesOf: (row: Row) => Parameters<typeof joined>[0];
  readonly close: () => void;
  readonly onPick: (row: Row) => void;
}

const focusFirst = (list: HTMLElement | null) => list?.querySelector('button')?.focus();

function Choices<Row extends { readonly id: string }>(props: ChoicesProps<Row>) {
  const { name, trip, read, empty, titleOf, notesOf, close, onPick } = props;
  const { data, error, refetch } = useTripData([name, trip.id], (signal) => read(trip.id, signal));
  if (error || !data) return <Loading error={error} retry={refetch} />;
  if (data.length === 0) return <p className="px-3 py-2 text-small">{empty}</p>;
  return (
    <ul ref={focusFirst} className="max-h-[min(24rem,60dvh)] overflow-y-auto overscroll-contain">
      {data.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            onClick={() => {
              close();
              onPick(row);
            }}
            className="flex min-h-11 w-full flex-col justify-center rounded-small px-3 py-1 text-left text-small leading-tight hover:bg-surface-sunken"
          >
            <span className="font-semibold">{titleOf(row)}</span>{' '}
            <span className="text-ink-soft">{joined(notesOf(row))}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

/** The reasons against a driver or a vehicle, in words. */
export function useReasons() {
  const t = useNamespace('trips');
  const lacks: Readonly<Record<string, string>> = t.lacks;
  return (
    row: Pick<TripDriver | TripVehicle, 'clash' | 'clash_code' | 'clash_clock' | 'documents' | 'fits'>,
  ) => [
    row.clash === 'overlap' && t.clash(row.clash_code, row.clash_clock),
    row.clash === 'tight' && t.tight(row.clash_code, row.clash_clock),
    row.clash === 'day_off' && t.dayOff,
    lacks[row.documents],
    !row.fits && t.fewSeats,
  ];
}

/** @param isForMany the choice is for further trips, too, so that a reason against one says little */
function DriverChoices({
  isForMany = false,
  ...choices
}: Pick<ChoicesProps<TripDriver>, 'trip' | 'close' | 'onPick'> & { readonly isForMany?: boolean }) {
  const t = useNamespace('trips');
  const reasonsOf = useReasons();
  return (
    <Choices
      {...choices}
      name="trip-drivers"
      read={tripDrivers}
      empty={t.noDrivers}
      titleOf={({ name }) => name}
      notesOf={(row) => [
        row.license_plate ? plateInPairs(row.license_plate) : t.noVehicle,
        row.in_shift && t.inShift,
        ...(isForMany ? [] : reasonsOf(row)),
      ]}
    />
  );
}

interface MenuButtonProps extends Pick<SmallButtonProps, 'icon' | 'busy' | 'className' | 'aria-label'> {
  readonly label: string;
  readonly children: (close: () => void) => ReactNode;
}

function MenuButton({ label, children, ...button }: MenuButtonProps) {
  const renderButton = (trigger: PopoverTrigger) => (
    <SmallButton {...trigger} {...button}>
      {label}
    </SmallButton>
  );
  return (
    <PopoverButton className="w-76" renderButton={renderButton}>
      {children}
    </PopoverButton>
  );
}

/** Gives a trip to a driver, and says so. */
export function useAssigning(trip: Trip) {
  const { assignedTo } = useNamespace('trips');
  const { busy, run } = useTripChange(trip);
  const assign = (driver: TripDriver, onSaved?: () => void) =>
    run(assignmentOf(trip, driver), assignedTo(trip.code, driver.name), { name: driver.name, onSaved });
  return { busy, assign };
}

/** Assigns a driver in two presses: the free ones first, with vehicle and reasons. */
export function AssignMenu({ trip, className }: TripProps & { readonly className?: string }) {
  const t = useNamespace('trips');
  const { busy, assign } = useAssigning(trip);
  const label = trip.driver_id === null ? t.assign : t.changeDriver;
  return (
    <MenuButton
      label={label}
      aria-label={`${label}: ${trip.code}`}
      icon={UserCheck}
      busy={busy}
      className={className}
    >
      {(close) => <DriverChoices trip={trip} close={close} onPick={(driver) => assign(driver)} />}
    </MenuButton>
  );
}

export function VehicleMenu({ trip }: TripProps) {
  const t = useNamespace('trips');
  const { busy, run } = useTripChange(trip);
  const reasonsOf = useReasons();
  return (
    <MenuButton label={t.changeVehicle} icon={CarFront} busy={busy}>
      {(close) => (
        <Choices<TripVehicle>
          name="trip-vehicles"
          trip={trip}
          read={tripVehicles}
          empty={t.noVehicles}
          titleOf={({ license_plate: plate }) => plateInPairs(plate)}
          notesOf={(row) => [row.brand_model, ...reasonsOf(row)]}
          close={close}
          onPick={({ id }) => run({ values: { vehicle_id: id } }, t.saved(trip.code))}
        />
      )}
    </MenuButton>
  );
}

/** Assigns one driver to ticked trips, one after the other. */
export function useAssignAct(): RecordAct<Trip> {
  const t = useNamespace('trips');
  const describe = useDescribeError({ edit_conflict: t.conflict });
  return {
    id: 'assign',
    title: t.assignMany,
    icon: UserCheck,
    isFor: isAssignable,
    many: 'only',
    describeError: (error) => {
      const { code, details } = toDataError(error);
      return code === 'overlap' ? t.overlapOf(details) : describe(error);
    },
    renderChoices: ([trip], close, run) => {
      const assignAll = (driver: TripDriver) => {
        const many = (count: number, shown: string) => t.assignedMany(count, shown, driver.name);
        run(async (each) => {
          await changeTrip(each, assignmentOf(each, driver));
          return { one: t.assignedTo(each.code, driver.name), many };
        });
      };
      return <DriverChoices isForMany trip={trip} close={close} onPick={assignAll} />;
    },
  };
}
