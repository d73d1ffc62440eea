import { useQueries, useQuery } from '@tanstack/react-query';
import type { Route } from '../../../shared/content/content.ts';
import { useRelease } from '../../content/ContentProvider.tsx';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { readAssignableFleet, type AssignableFleet } from '../../data/documents/dispatch.ts';
import { readRelease } from '../../data/content/releases.ts';
import { dayAfter } from '../../util/time/month.ts';
import { adminKey } from '../parts/useChange.ts';
import { isInForce } from './availability.ts';
import type { Assigned, ListedBooking } from './bookingStore.ts';
import { conflictsOf, type Conflict } from './conflicts.ts';
import { checkPrice, type PriceCheck } from './priceCheck.ts';

/** The findings about one booking. */
export interface BookingFindings {
  readonly conflicts: readonly Conflict[];
  readonly price: PriceCheck;
  /** The assigned driver or vehicle whose critical document is missing (`inForceUntil` is empty) or expires before the trip. */
  readonly expired: readonly (Assigned & { readonly inForceUntil: string })[];
}

/** The findings about each booking, with the routes and the fleet behind them. */
export interface Findings {
  readonly of: (row: ListedBooking) => BookingFindings;
  /** The routes of the newest release. */
  readonly routes: readonly Route[];
  /** Undefined until it is there. */
  readonly fleet: AssignableFleet | undefined;
  readonly fleetError: Error | null;
  readonly retryFleet: () => void;
}

function expiredOf({ driver, vehicle, booking }: ListedBooking, fleet: AssignableFleet | undefined) {
  if (!fleet) return [];
  const found = (assigned: Assigned | null, members: AssignableFleet['drivers' | 'vehicles']) => {
    const member = members.find(({ id }) => id === assigned?.id);
    if (!assigned || !member || member.inForceUntil === null || isInForce(member, booking.date)) return [];
    return [{ ...assigned, inForceUntil: member.inForceUntil }];
  };
  return [...found(driver, fleet.drivers), ...found(vehicle, fleet.vehicles)];
}

/** Checks bookings against the releases and the fleet. Without a connection the release of this browser is the newest. */
export function useFindings(list: readonly ListedBooking[]): Findings {
  const { release } = useRelease();
  const newest = useQuery({ queryKey: [adminKey, 'newest-release'], queryFn: () => readRelease() });
  const ids = [...new Set(list.map(({ booking }) => booking.release))];
  const named = useQueries({
    // A release never changes.
    queries: ids.map((id) => ({
      queryKey: ['release', id],
      queryFn: () => readRelease(id),
      staleTime: Infinity,
    })),
    combine: (results) => new Map(results.map(({ data }, index) => [ids[index], data?.content ?? null])),
  });
  const today = useChileanDay();
  const lastDay = list.map(({ booking }) => booking.date).reduce((a, b) => (a > b ? a : b), '');
  const before = dayAfter(lastDay || today, 1);
  const fleet = useQuery({
    queryKey: [adminKey, 'assignable-fleet', before],
    queryFn: ({ signal }) => readAssignableFleet(before, signal),
    enabled: list.length > 0,
  });
  const content = newest.data?.content ?? release.content;
  return {
    of: (row) => ({
      conflicts: conflictsOf(row, list, content.routes),
      price: checkPrice(row.booking, named.get(row.booking.release) ?? null, content),
      expired: expiredOf(row, fleet.data),
    }),
    routes: content.routes,
    fleet: fleet.data,
    fleetError: fleet.error,
    retryFleet: () => void fleet.refetch(),
  };
}
