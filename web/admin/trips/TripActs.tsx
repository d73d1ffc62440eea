import { CarFront, Check, Coins, Eraser, Pencil, Repeat, Undo2, UserX, X } from 'lucide-react';
import { useState } from 'react';
import {
  openTripStates,
  tripReasons,
  tripStates,
  type TripReason,
  type TripState,
} from '../../../shared/trips.ts';
import { addTrip, changeTrip, forgetTrip, type Trip } from '../../data/trips/trips.ts';
import { optionsOf } from '../../forms/options.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import { ChangeDialog, FormDialog } from '../parts/dialogs.tsx';
import type { Act } from '../parts/record/acts.tsx';
import { useRecordLocation } from '../parts/record/useRecordLocation.ts';
import { useChange, useChangeForm } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';
import { useFinish, useOnDone } from '../parts/section.ts';
import { isAssignable } from './AssignMenu.tsx';
import { useTripChange, type TripProps } from './TripChanges.tsx';
import { copyOf } from './tripValues.ts';

/** A second vehicle for the booking: a trip of its own, without a driver. One id, so that a repeated press adds one. */
function useAnotherCar(trip: Trip) {
  const onDone = useOnDone();
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
  const state = openTripStates.find((each) => each === trip.state);
  const next = state && tripStates[tripStates.indexOf(state) + 1];
  if (!next || trip.day === null) return null;
  return {
    id: 'forward',
    title: t.forward[state],
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
  const isOpen = openTripStates.some((each) => each === state);
  const acts: readonly (Act | false | null)[] = [
    forward,
    !isForgotten && { id: 'edit', title: t.edit, icon: Pencil, isDue: day === null },
    isAssignable(trip) && { id: 'another', title: t.anotherCar, icon: CarFront, run: another.run },
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

const reasonsOf = {
  cancel: tripReasons.filter((each) => each !== 'not_found'),
  noshow: ['not_found', 'passenger', 'other'],
  back: tripReasons.filter((each) => each === 'mistake' || each === 'passenger' || each === 'other'),
} satisfies Record<string, readonly TripReason[]>;

/** Cancels a trip, notes that its passenger did not come, or takes it back: each with its reason. */
function ReasonedDialog({ trip, act }: TripProps & { readonly act: keyof typeof reasonsOf }) {
  const t = useNamespace('trips');
  const { close } = useRecordLocation();
  const { busy, run } = useTripChange(trip);
  const before = openTripStates.slice(0, tripStates.indexOf(trip.state));
  const hasEnded = ['no_show', 'cancelled'].includes(trip.state);
  const last: TripState = hasEnded && trip.day !== null ? 'confirmed' : (before.at(-1) ?? 'requested');
  const form = useForm({
    initial: { reason: '' as TripReason | '', state: last },
    check: ({ reason }) => (reason === '' ? { reason: 'required' } : {}),
    submit: async ({ reason, state: chosen }) => {
      const state: TripState = act === 'back' ? chosen : act === 'cancel' ? 'cancelled' : 'no_show';
      const change = { values: { state }, ...(reason !== '' && { reason }) };
      run(change, t.stateSet(trip.code, t.states[state]), { onSaved: close });
    },
  });
  const titles = { cancel: t.cancelTitle, noshow: t.noShowTitle, back: t.backTitle };
  return (
    <FormDialog
      title={titles[act]}
      action={act === 'back' ? undefined : titles[act]}
      form={{ ...form, busy }}
    >
      {act === 'back' && (
        <SelectField label={t.state} options={optionsOf(before, t.states)} {...form.control('state')} />
      )}
      <RadioField
        label={t.reason}
        options={optionsOf<TripReason>(reasonsOf[act], t.reasons)}
        {...form.control('reason')}
      />
    </FormDialog>
  );
}

/** Gives the trip to another company, whose name, number and plate stand with it. */
function ExternalDialog({ trip }: TripProps) {
  const t = useNamespace('trips');
  const finish = useFinish();
  const form = useChangeForm({
    initial: {
      external_name: trip.external_name ?? '',
      external_phone: trip.external_phone ?? '',
      external_plate: trip.external_plate ?? '',
    },
    draft: `external:${trip.id}`,
    changesRecord: true,
    check: ({ external_name: name }) => (name.trim() === '' ? { external_name: 'required' } : {}),
    phrases: { ...t.forms.problems, edit_conflict: t.conflict },
    fieldOf: ({ code }) => (code === 'phone_invalid' ? 'external_phone' : undefined),
    save: (typed) => {
      const company = Object.entries(typed).map(([name, text]) => [name, text.trim() || null]);
      const state = trip.state === 'requested' && { state: 'confirmed' as const };
      const values = { is_external: true, driver_id: null, vehicle_id: null, ...state };
      return changeTrip(trip, { values: { ...values, ...Object.fromEntries(company) } });
    },
    onSaved: (_, { external_name: name }) => finish(t.assignedTo(trip.code, name.trim())),
  });
  const field = (name: keyof typeof form.values) => ({ autoComplete: 'off', ...form.field(name) });
  const phoneInput = { type: 'tel', inputMode: 'tel', maxLength: 40 } as const;
  return (
    <FormDialog title={t.externalTitle} form={form} focusesField>
      <p className="text-small text-ink-soft">{t.externalHint}</p>
      <TextField label={t.externalName} maxLength={80} {...field('external_name')} />
      <TextField label={t.externalPhone} {...phoneInput} {...field('external_phone')} />
      <TextField label={t.externalPlate} maxLength={12} {...field('external_plate')} />
    </FormDialog>
  );
}

/** The dialog of the act that the address names; nothing for another one. */
export function TripDialog({ act, ...props }: TripProps & { readonly act: string }) {
  const t = useNamespace('trips');
  const { trip } = props;
  if (act === 'cancel' || act === 'noshow' || act === 'back') return <ReasonedDialog act={act} {...props} />;
  if (act === 'external') return <ExternalDialog {...props} />;
  if (act !== 'forget') return null;
  return (
    <ChangeDialog title={t.forget} change={() => forgetTrip(trip.id)} done={t.forgot(trip.code)}>
      <p>{t.forgetText}</p>
    </ChangeDialog>
  );
}
