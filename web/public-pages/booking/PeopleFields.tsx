import { bookingLimits, payments } from '../../../shared/booking/booking.ts';
import { useCompany } from '../../content/ContentProvider.tsx';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { RadioField } from '../../forms/RadioField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { fieldOf } from './TripFields.tsx';
import type { BookingForm } from './useBookingForm.ts';

/** The people who travel, what they bring, and how they pay. */
export function PeopleFields({ form }: { readonly form: BookingForm }) {
  const t = useNamespace('booking');
  const { fields } = useNamespace('tripCode');
  const { values, set } = form;
  const { cards } = useCompany();
  // A company that takes no cards says so in its content.
  const offered = payments.filter((payment) => payment !== 'card' || cards !== false);
  return (
    <>
      <div className="grid grid-cols-2 gap-5">
        <TextField
          {...fieldOf(form, 'people')}
          label={fields.people}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <TextField
          {...fieldOf(form, 'bags')}
          label={fields.bags}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
      </div>
      <TextField
        {...fieldOf(form, 'childAges')}
        label={t.childAges}
        hint={t.childAgesHint}
        maxLength={30}
        autoComplete="off"
      />
      <Checkbox
        label={t.wheelchair}
        checked={values.wheelchair}
        onChange={(wheelchair) => set({ wheelchair })}
      />
      <NameFields form={form} />
      <RadioField
        label={t.payment}
        value={values.payment}
        options={offered.map((value) => ({ value, label: t.payments[value] }))}
        onChange={(payment) => set({ payment })}
      />
    </>
  );
}

/** The passenger's name, and from the airport the text of the driver's sign. */
function NameFields({ form }: { readonly form: BookingForm }) {
  const t = useNamespace('booking');
  return (
    <>
      <TextField
        {...fieldOf(form, 'name')}
        label={t.name}
        maxLength={bookingLimits.nameCharacters}
        autoComplete="name"
      />
      {form.values.direction === 'from' && (
        <TextField
          {...fieldOf(form, 'sign')}
          label={t.sign}
          hint={t.signHint}
          maxLength={bookingLimits.signCharacters}
          autoComplete="off"
        />
      )}
    </>
  );
}
