import { CarFront, Check, Coins, Eraser, Pencil, Repeat, Undo2, UserX, X } from 'lucide-react';
import { useState } from 'react';
import type { TripState } from '../../../shared/trips.ts';
import { addTrip, type Trip } from '../../data/trips/trips.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import type { Act } from '../parts/record/acts.tsx';
import { useRecordLocation } from '../parts/record/useRecordLocation.ts';
import { useChange } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';
import { copyOf } from './tripValues.ts';
import { useDone, useTripChange } from './TripChanges.tsx';

/** The state that follows each one that has not ended. */
const nextStates: Partial<Readonly<Record<TripState, TripState>>> = {
  requested: 'confirmed',
  confirmed: 'on_way',
  on_way: 'waiting',
  waiting: 'on_board',
  on_board: 'done',
};

/** A second vehicle for the booking: a trip of its own, without a driver. One id, so that a repeated press adds one. */
function useAnotherCar(trip: Trip) {
  const onDone = useDone();
  const t = useNamespace('trips');
  const { open } = useRecordLocation();
  const [id, setId] = useState(newUuid);
  const state = trip.state === 'requested' ? 'requested' : 'confirmed';
  const group_id = trip.group_id ?? trip.id;
  return useChange(
    () => addTrip(id, { values: { ...copyOf(trip), state, group_id, source: 'office' } }),
    ({ code }) => {
      setId(newUuid());
      open({ record: id });
      onDone(t.anotherAdded(code));
    },
  );
}

/** The step forward of a trip, which waits for somebody; none once it has ended, and none without a day. */
export function useForward(trip: Trip) {
  const t = useNamespace('trips');
  const { run } = useTripChange(trip);
  const next = trip.day === null ? undefined : nextStates[trip.state];
  if (!next) return null;
  return {
    id: 'forward',
    title: t.forward[trip.state as keyof typeof t.forward],
    icon: Check,
    isDue: true,
    run: () => run({ values: { state: next } }, t.stateSet(trip.code, t.states[next])),
  };
}

/** The acts of the office on a trip; only administrators delete who travelled. */
export function useTripActs(trip: Trip) {
  const t = useNamespace('trips');
  const { pay } = useNamespace('trips').cash;
  const mayDelete = useMay('delete');
  const forward = useForward(trip);
  const another = useAnotherCar(trip);
  const { state, day, is_forgotten: isForgotten } = trip;
  const isOpen = state in nextStates;
  const edit: Act = { id: 'edit', title: t.edit, icon: Pencil, isDue: day === null };
  const acts: readonly (Act | false | null)[] = [
    forward,
    !isForgotten && edit,
    isOpen && day !== null && { id: 'another', title: t.anotherCar, icon: CarFront, run: another.run },
    day !== null &&
      state !== 'cancelled' &&
      !isForgotten && { id: 'return', title: t.returnTrip, icon: Repeat },
    ['waiting', 'on_board', 'done'].includes(state) && { id: 'pay', title: pay, icon: Coins },
    state !== 'requested' && { id: 'back', title: t.back, icon: Undo2 },
    ['confirmed', 'on_way', 'waiting'].includes(state) && { id: 'noshow', title: t.noShow, icon: UserX },
    isOpen && { id: 'cancel', title: t.cancel, icon: X, isDangerous: true },
    mayDelete && !isForgotten && { id: 'forget', title: t.forget, icon: Eraser, isDangerous: true },
  ];
  return {
    acts: acts.filter((act) => act !== false && act !== null),
    errorText: another.errorText,
  };
}
