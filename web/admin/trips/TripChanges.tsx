import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { createContext, use, useState, type ReactNode } from 'react';
import { useSearch } from 'wouter';
import { toDataError } from '../../data/errors.ts';
import { changeTrip, tripAgencies, tripOfCode, type Trip, type TripChange } from '../../data/trips/trips.ts';
import { useAction } from '../../forms/useAction.ts';
import { useDescribeError } from '../../i18n/describeError.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { useOnDone } from '../parts/section.ts';
import { adminKey, useReloading } from '../parts/useChange.ts';

/** The props of a part of the section that is about one trip. */
export interface TripProps {
  readonly trip: Trip;
}

export interface TripDialogProps extends TripProps {
  readonly onClose: () => void;
}

interface ChangeOptions {
  /** The driver who is to be assigned. */
  readonly name?: string | null;
  readonly onSaved?: (() => void) | undefined;
}

/** A change that the server has refused because driver or vehicle has another trip. */
interface RefusedChange extends ChangeOptions {
  readonly trip: Trip;
  readonly other: Trip;
  readonly change: TripChange;
  readonly message: string;
}

/** Asks whether to assign although trips overlap; null closes the question. */
const AskContext = createContext<(refused: RefusedChange | null) => void>(() => undefined);

/** Asks for the parts of the section about trips that overlap. */
export function TripChanges({ children }: { readonly children: ReactNode }) {
  const address = useSearch();
  const [asked, setAsked] = useState<{ readonly refused: RefusedChange; readonly address: string } | null>(
    null,
  );
  // Going back closes the page or the dialog that has asked.
  if (asked && asked.address !== address) setAsked(null);
  return (
    <AskContext value={(refused) => setAsked(refused && { refused, address })}>
      {children}
      {asked && <OverlapQuestion {...asked.refused} />}
    </AskContext>
  );
}

/** Closes a dialog, and says what was done. */
export function useClosing({ onClose }: Pick<TripDialogProps, 'onClose'>): (message: string) => void {
  const onDone = useOnDone();
  return (message) => {
    onClose();
    onDone(message);
  };
}

/** Reads something about trips, and again after each change. @param key of the query in the panel */
export function useTripData<Data>(
  key: readonly unknown[],
  read: (signal: AbortSignal) => Promise<Data>,
  options: Pick<UseQueryOptions<Data>, 'enabled' | 'placeholderData' | 'refetchInterval'> = {},
) {
  return useQuery({ queryKey: [adminKey, ...key], queryFn: ({ signal }) => read(signal), ...options });
}

/** The agencies that have booked lately, for suggestions and for the filter. */
export function useAgencies(): readonly string[] {
  const today = useChileanDay();
  const { data = [] } = useTripData(['trip-agencies', today], (signal) => tripAgencies(today, signal));
  return data;
}

/** The one way in which lists and pages change a trip: it tells of a conflict, and asks about an overlap. */
export function useTripChange(trip: Trip) {
  const t = useNamespace('trips');
  const onDone = useOnDone();
  const ask = use(AskContext);
  const describe = useDescribeError({ edit_conflict: t.conflict, no_such_time: t.noSuchTime });
  const reloading = useReloading();
  return useAction(async (change: TripChange, message: string, options: ChangeOptions = {}) => {
    try {
      await reloading(() => changeTrip(trip, change));
    } catch (error) {
      const { code, details } = toDataError(error);
      const other = code === 'overlap' ? await tripOfCode(details).catch(() => null) : null;
      ask(other && { trip, other, change, message, ...options });
      if (!other) onDone(describe(error), true);
      return;
    }
    ask(null);
    onDone(message);
    options.onSaved?.();
  });
}

function OverlapQuestion({ trip, other, change, message, ...options }: RefusedChange) {
  const t = useNamespace('trips');
  const ask = use(AskContext);
  const { busy, run } = useTripChange(trip);
  const driver = change.values?.driver_id ?? trip.driver_id;
  const { name = trip.driver_name } = options;
  const { code, clock } = other;
  const allowed = [...(change.allowed ?? []), other.id];
  return (
    <ConfirmDialog
      title={t.overlapTitle}
      action={t.assignAnyway}
      busy={busy}
      onConfirm={() => run({ ...change, allowed }, message, options)}
      onClose={() => ask(null)}
    >
      <p>
        {driver === other.driver_id
          ? t.overlapDriver(name ?? t.fields.name, code, clock ?? '')
          : t.overlapVehicle(code, clock ?? '')}
      </p>
    </ConfirmDialog>
  );
}
