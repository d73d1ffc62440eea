import { bookingDirections, bookingLimits } from '../../../shared/booking/booking.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useSay } from '../../i18n/Text.tsx';
import type { BookingForm, ProblemField } from './useBookingForm.ts';

/** The props of a text field of the form. */
export function fieldOf({ values, problemOf, set, leave }: BookingForm, name: ProblemField) {
  return {
    name,
    value: values[name],
    error: problemOf(name),
    onBlur: () => leave(name),
    onChange: (event: { readonly target: HTMLInputElement }) => set({ [name]: event.target.value }),
  };
}

/** When and where: the direction, the moment in Chile, the flight, the place. */
export function TripFields({ form }: { readonly form: BookingForm }) {
  const t = useNamespace('booking');
  const { fields } = useNamespace('tripCode');
  const { values, set, pickup } = form;
  return (
    <>
      <RadioField
        label={fields.direction}
        value={values.direction}
        options={bookingDirections.map((value) => ({ value, label: fields.directions[value] }))}
        onChange={(direction) => set({ direction })}
      />
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField {...fieldOf(form, 'date')} label={fields.date} type="date" min={useChileanDay()} />
        <TextField
          {...fieldOf(form, 'time')}
          label={fields.time[values.direction]}
          type="time"
          hint={pickup ? t.pickupHint(pickup) : t.timeHint}
        />
        <TextField
          {...fieldOf(form, 'flight')}
          label={t.flight}
          hint={t.flightHint}
          maxLength={12}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <PlaceFields form={form} />
    </>
  );
}

function PlaceFields({ form }: { readonly form: BookingForm }) {
  const t = useNamespace('booking');
  const { fields } = useNamespace('tripCode');
  const say = useSay();
  const { values, booking, set } = form;
  const routes = useContent().routes.map(({ id, name }) => ({ value: id, label: say(name) }));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {routes.length > 0 && (
        <SelectField
          label={fields.place[values.direction]}
          size="large"
          value={booking.route}
          options={[{ value: '', label: fields.otherPlace }, ...routes]}
          onChange={(route) => set({ route })}
        />
      )}
      <TextField
        {...fieldOf(form, 'address')}
        label={t.address}
        maxLength={bookingLimits.addressCharacters}
        autoComplete="street-address"
      />
    </div>
  );
}
