import { LoadError } from '../../components/LoadError.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import type { AssignableDriver, AssignableVehicle } from '../../data/documents/dispatch.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';
import { availableFleet, isFree, type Availability } from './availability.ts';
import type { Assigned, ListedBooking } from './bookingStore.ts';
import type { BookingActs } from './useBookings.ts';
import type { Findings } from './useFindings.ts';

interface AssignmentProps {
  readonly row: ListedBooking;
  readonly list: readonly ListedBooking[];
  readonly findings: Findings;
  readonly acts: BookingActs;
}

/** Names of the fleet with the reasons against them. */
function useLabels({ booking }: ListedBooking) {
  const t = useNamespace('bookings');
  const { count } = useFormat();
  const reasonsOf = ({ busyWith, documented }: Availability<unknown>) => [
    busyWith && t.busyAt(busyWith.booking.time),
    !documented && t.expiredDocuments,
  ];
  const joined = (parts: readonly (string | false | null)[]) => parts.filter(Boolean).join(' · ');
  const isFull = ({ seats }: AssignableVehicle) => seats !== null && seats < booking.people;
  return {
    driver: (each: Availability<AssignableDriver>) =>
      joined([each.member.name, each.member.inShift && t.inShift, ...reasonsOf(each)]),
    vehicle: (each: Availability<AssignableVehicle>) => {
      const { license_plate: plate, brand_model: model, seats } = each.member;
      return joined([
        plateInPairs(plate),
        model,
        seats !== null && t.seats(seats, count(seats)),
        isFull(each.member) && t.fewSeats,
        ...reasonsOf(each),
      ]);
    },
  };
}

/** Chooses driver and vehicle, the free ones first. The choice stays in this browser. */
export function AssignmentFields({ row, list, findings, acts }: AssignmentProps) {
  const t = useNamespace('bookings');
  const { loadFailed } = useNamespace('admin');
  const { count } = useFormat();
  const labels = useLabels(row);
  const { fleet, fleetError, routes } = findings;
  if (fleetError) return <LoadError title={loadFailed} error={fleetError} onRetry={findings.retryFleet} />;
  if (!fleet) return null;
  const { drivers, vehicles } = availableFleet(fleet, row, { list, routes });
  const free = drivers.filter(isFree).length;
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <SelectField
        label={t.driver}
        hint={t.freeDrivers(free, count(free))}
        value={row.driver?.id ?? ''}
        options={optionsOf(t.noDriver, row.driver, drivers, labels.driver)}
        onChange={(id) => {
          const driver = fleet.drivers.find((each) => each.id === id);
          acts.update(row.id, { driver: driver ? { id, name: driver.name } : null });
        }}
      />
      <SelectField
        label={t.vehicle}
        value={row.vehicle?.id ?? ''}
        options={optionsOf(t.noVehicle, row.vehicle, vehicles, labels.vehicle)}
        onChange={(id) => {
          const vehicle = fleet.vehicles.find((each) => each.id === id);
          acts.update(row.id, {
            vehicle: vehicle ? { id, name: plateInPairs(vehicle.license_plate) } : null,
          });
        }}
      />
    </div>
  );
}

/** The choices, with the one that was made even where it has left the fleet. */
function optionsOf<Member extends { readonly id: string }>(
  none: string,
  chosen: Assigned | null,
  all: readonly Availability<Member>[],
  labelOf: (each: Availability<Member>) => string,
) {
  const isGone = chosen !== null && !all.some(({ member }) => member.id === chosen.id);
  return [
    { value: '', label: none },
    ...(isGone ? [{ value: chosen.id, label: chosen.name }] : []),
    ...all.map((each) => ({ value: each.member.id, label: labelOf(each) })),
  ];
}
