import { useState, type ReactNode } from 'react';
import { toDataError } from '../../data/errors.ts';
import { changeTrip, tripOfCode, type Trip, type TripChange } from '../../data/trips/trips.ts';
import { useAction } from '../../forms/useAction.ts';
import { useDescribeError } from '../../i18n/describeError.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useReloading } from '../parts/useChange.ts';

/** A change that the server has refused because driver or vehicle has another trip. */
interface RefusedChange {
  readonly other: Trip;
  readonly change: TripChange;
  readonly message: string;
  /** The driver who was to be assigned. */
  readonly name: string | null;
  readonly onSaved: (() => void) | undefined;
}

interface TripChanging {
  readonly busy: boolean;
  /** Changes the trip and says so; `onSaved` follows. */
  readonly run: (change: TripChange, message: string, name?: string | null, onSaved?: () => void) => void;
  /** Asks whether to assign although trips overlap. */
  readonly renderDialog: () => ReactNode;
}

/** The one way in which lists and pages change a trip: it tells of a conflict, and asks about an overlap. */
export function useTripChange(trip: Trip, { onDone }: Pick<SectionProps, 'onDone'>): TripChanging {
  const t = useNamespace('trips');
  const describe = useDescribeError({ edit_conflict: t.conflict, no_such_time: t.noSuchTime });
  const reloading = useReloading();
  const [refused, setRefused] = useState<RefusedChange | null>(null);
  const { busy, run } = useAction<Parameters<TripChanging['run']>, void>(
    async (change, message, name = trip.driver_name, onSaved) => {
      try {
        await reloading(() => changeTrip(trip, change));
      } catch (error) {
        const { code, details } = toDataError(error);
        const other = code === 'overlap' ? await tripOfCode(details).catch(() => null) : null;
        setRefused(other && { other, change, message, name, onSaved });
        if (!other) onDone(describe(error), true);
        return;
      }
      setRefused(null);
      onDone(message);
      onSaved?.();
    },
  );
  const repeat = ({ other, change, message, name, onSaved }: RefusedChange) =>
    run({ ...change, allowed: [...(change.allowed ?? []), other.id] }, message, name, onSaved);
  const renderDialog = () => {
    if (!refused) return null;
    const { other, change, name } = refused;
    const driver = change.values?.driver_id ?? trip.driver_id;
    const clock = other.clock ?? '';
    return (
      <ConfirmDialog
        title={t.overlapTitle}
        action={t.assignAnyway}
        busy={busy}
        onConfirm={() => repeat(refused)}
        onClose={() => setRefused(null)}
      >
        <p>
          {driver === other.driver_id
            ? t.overlapDriver(name ?? t.fields.name, other.code, clock)
            : t.overlapVehicle(other.code, clock)}
        </p>
      </ConfirmDialog>
    );
  };
  return { busy, run, renderDialog };
}
