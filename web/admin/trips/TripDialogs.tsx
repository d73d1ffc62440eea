import { tripReasons, tripStates, type TripReason, type TripState } from '../../../shared/trips.ts';
import { changeTrip, forgetTrip } from '../../data/trips/trips.ts';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { RadioField } from '../../forms/RadioField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ChangeDialog, FormDialog } from '../parts/dialogs.tsx';
import { useChangeForm } from '../parts/useChange.ts';
import { useClosing, useDone, useTripChange, type TripDialogProps } from './TripChanges.tsx';

const reasonsOf = {
  cancel: tripReasons.filter((each) => each !== 'not_found'),
  noshow: ['not_found', 'passenger', 'other'],
  back: tripReasons.filter((each) => each === 'mistake' || each === 'passenger' || each === 'other'),
} satisfies Record<string, readonly TripReason[]>;

function statesBefore(state: TripState): readonly TripState[] {
  const open = tripStates.slice(0, tripStates.indexOf('done'));
  return state === 'no_show' || state === 'cancelled' ? open : open.slice(0, tripStates.indexOf(state));
}

/** Cancels a trip, notes that its passenger did not come, or takes it back: each with its reason. */
function ReasonedDialog({ trip, act, onClose }: TripDialogProps & { readonly act: keyof typeof reasonsOf }) {
  const t = useNamespace('trips');
  const { busy, run } = useTripChange(trip);
  const before = statesBefore(trip.state);
  const hasEnded = ['no_show', 'cancelled'].includes(trip.state);
  const last: TripState = hasEnded && trip.day !== null ? 'confirmed' : (before.at(-1) ?? 'requested');
  const form = useForm({
    initial: { reason: '' as TripReason | '', state: last },
    check: ({ reason }) => (reason === '' ? { reason: 'required' } : {}),
    submit: async ({ reason, state: chosen }) => {
      const state = act === 'back' ? chosen : act === 'cancel' ? 'cancelled' : 'no_show';
      const change = { values: { state }, ...(reason !== '' && { reason }) };
      run(change, t.stateSet(trip.code, t.states[state]), { onSaved: onClose });
    },
  });
  const titles = { cancel: t.cancelTitle, noshow: t.noShowTitle, back: t.backTitle };
  return (
    <FormDialog
      title={titles[act]}
      action={act === 'back' ? undefined : titles[act]}
      form={{ ...form, busy }}
      onClose={onClose}
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
function ExternalDialog({ trip, onClose }: TripDialogProps) {
  const t = useNamespace('trips');
  const close = useClosing({ onClose });
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
    onSaved: (_, { external_name: name }) => close(t.assignedTo(trip.code, name.trim())),
  });
  const field = (name: keyof typeof form.values) => ({ autoComplete: 'off', ...form.field(name) });
  const phoneInput = { type: 'tel', inputMode: 'tel', maxLength: 40 } as const;
  return (
    <FormDialog title={t.externalTitle} form={form} focusesField onClose={onClose}>
      <p className="text-small text-ink-soft">{t.externalHint}</p>
      <TextField label={t.externalName} maxLength={80} {...field('external_name')} />
      <TextField label={t.externalPhone} {...phoneInput} {...field('external_phone')} />
      <TextField label={t.externalPlate} maxLength={12} {...field('external_plate')} />
    </FormDialog>
  );
}

function ForgetTripDialog({ trip, onClose }: TripDialogProps) {
  const t = useNamespace('trips');
  return (
    <ChangeDialog
      title={t.forget}
      change={() => forgetTrip(trip.id)}
      done={t.forgot(trip.code)}
      onDone={useDone()}
      onClose={onClose}
    >
      <p>{t.forgetText}</p>
    </ChangeDialog>
  );
}

/** The dialog of the act that the address names; nothing for another one. */
export function TripDialog({ act, ...props }: TripDialogProps & { readonly act: string }) {
  if (act === 'cancel' || act === 'noshow' || act === 'back') return <ReasonedDialog act={act} {...props} />;
  if (act === 'external') return <ExternalDialog {...props} />;
  return act === 'forget' && <ForgetTripDialog {...props} />;
}
