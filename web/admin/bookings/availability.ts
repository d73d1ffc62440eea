import type { Route } from '../../../shared/content/content.ts';
import type { AssignableDriver, AssignableFleet, AssignableVehicle } from '../../data/documents/dispatch.ts';
import type { ListedBooking } from './bookingStore.ts';
import { clashOf } from './conflicts.ts';

/** A driver or vehicle of the fleet, and the reasons against it for a booking. */
export interface Availability<Member> {
  readonly member: Member;
  /** The booking that leaves too little time for this one. */
  readonly busyWith: ListedBooking | null;
  /** All critical documents are in force on the day of the trip. */
  readonly documented: boolean;
}

interface Company {
  readonly list: readonly ListedBooking[];
  readonly routes: readonly Route[];
}

function availabilityOf<Member extends AssignableDriver | AssignableVehicle>(
  role: 'driver' | 'vehicle',
  members: readonly Member[],
  booking: ListedBooking,
  { list, routes }: Company,
): readonly Availability<Member>[] {
  const others = list.filter(({ id }) => id !== booking.id);
  return members.map((member) => ({
    member,
    busyWith:
      others.find((other) => other[role]?.id === member.id && clashOf(booking, other, routes) !== null) ??
      null,
    documented: isInForce(member, booking.booking.date),
  }));
}

/** Whether the critical documents of a driver or vehicle are in force on a day, as `2026-11-30`. */
export function isInForce({ inForceUntil }: AssignableDriver | AssignableVehicle, day: string): boolean {
  return inForceUntil === null || inForceUntil >= day;
}

/** Whether nothing speaks against it. */
export function isFree({ busyWith, documented }: Availability<unknown>): boolean {
  return busyWith === null && documented;
}

/** The fleet for one booking, the free ones first. */
export function availableFleet(
  fleet: AssignableFleet,
  booking: ListedBooking,
  company: Company,
): {
  readonly drivers: readonly Availability<AssignableDriver>[];
  readonly vehicles: readonly Availability<AssignableVehicle>[];
} {
  const freeFirst = <Member>(all: readonly Availability<Member>[]) => [
    ...all.filter(isFree),
    ...all.filter((each) => !isFree(each)),
  ];
  return {
    drivers: freeFirst(availabilityOf('driver', fleet.drivers, booking, company)),
    vehicles: freeFirst(availabilityOf('vehicle', fleet.vehicles, booking, company)),
  };
}
