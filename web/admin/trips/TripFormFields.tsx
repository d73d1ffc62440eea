import { useId, useState, type ReactNode } from 'react';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { languages } from '../../../shared/languages.ts';
import { tripDirections, tripPayments } from '../../../shared/trips.ts';
import type { Release } from '../../data/content/releases.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { TextField, type TextFieldProps } from '../../forms/TextField.tsx';
import type { Form } from '../../forms/useForm.ts';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Suggestion } from '../parts/DraftLine.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { useAgencies } from './TripChanges.tsx';
import { landingPickup, presentPrice, repeatsHour, type TripTexts } from './tripValues.ts';

interface FieldsProps {
  readonly form: Form<TripTexts, void>;
}

interface TripFormFieldsProps extends FieldsProps {
  readonly release: Release;
  /** Stands below the telephone number and the name. */
  readonly children: ReactNode;
}

type TextName = Exclude<keyof TripTexts, 'secondHour' | 'wheelchair'>;

interface TypedProps extends FieldsProps, Omit<Partial<TextFieldProps>, 'form' | 'name'> {
  readonly name: TextName;
}

/** A text field of the form under its name in the messages. */
function Typed({ form, name, ...props }: TypedProps) {
  const { fields } = useNamespace('trips').forms;
  return <TextField label={fields[name]} autoComplete="off" {...form.field(name)} {...props} />;
}

/** The fields of every booking by telephone, in the order in which people say them. */
export function TripFormFields({ form, release, children }: TripFormFieldsProps) {
  const { forms: t, directions } = useNamespace('trips');
  const { values, setValue } = form;
  const price = presentPrice(values, release);
  const ways = optionsOf(tripDirections, directions);
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Typed form={form} name="phone" type="tel" inputMode="tel" maxLength={40} />
        <Typed form={form} name="name" maxLength={80} />
      </div>
      <div className="contents">{children}</div>
      <SelectField size="large" label={t.fields.direction} options={ways} {...form.control('direction')} />
      <WhenFields form={form} />
      <PlaceFields form={form} release={release} />
      <div className="grid grid-cols-2 gap-3">
        <Typed form={form} name="people" inputMode="numeric" />
        <Typed form={form} name="pesos" inputMode="numeric" maxLength={12} />
      </div>
      {price !== null && values.pesos !== `${price}` && (
        <Suggestion
          className="-mt-2"
          text={t.listPrice(formatPesos(price))}
          act={t.takePrice}
          onPress={() => setValue('pesos', `${price}`)}
        />
      )}
    </>
  );
}

function WhenFields({ form }: FieldsProps) {
  const t = useNamespace('trips').forms;
  const { plainWeekday } = useFormat();
  const { values, setValue } = form;
  const isLanding = values.direction === 'from';
  const pickup = isLanding ? landingPickup(values) : null;
  const [day = '', clock = ''] = pickup?.split(' ') ?? [];
  const hour = isLanding ? { label: t.fields.landing } : {};
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <Typed form={form} name="day" type="date" />
        <Typed form={form} name="time" type="time" {...hour} />
      </div>
      {repeatsHour(values.day, values.time) && (
        <SelectField
          size="large"
          label={t.whichHour}
          options={optionsOf(['first', 'second'], t.hours)}
          value={values.secondHour ? 'second' : 'first'}
          onChange={(chosen) => setValue('secondHour', chosen === 'second')}
        />
      )}
      {pickup && (
        <p className="-mt-2 text-small text-ink-soft">
          <output>{t.pickup(values.buffer, clock, day === values.day ? '' : plainWeekday(day))}</output>
        </p>
      )}
    </>
  );
}

function PlaceFields({ form, release }: Omit<TripFormFieldsProps, 'children'>) {
  const t = useNamespace('trips').forms;
  const { direction, route } = form.values;
  const { routes } = release.content;
  const places = routes.map(({ id, name }) => ({ value: id, label: name.es }));
  // A trip keeps its route when a later release has none of that name.
  const gone =
    route === '' || places.some(({ value }) => value === route) ? [] : [{ value: route, label: route }];
  const choose = (id: string) => {
    form.setValue('route', id);
    form.setValue('minutes', `${routes.find((each) => each.id === id)?.minutes ?? ''}`);
    form.clearFieldErrors();
  };
  const isOther = direction === 'other';
  return (
    <>
      {!isOther && (
        <SelectField
          size="large"
          label={t.fields.route}
          options={[{ value: '', label: t.otherPlace }, ...places, ...gone]}
          value={route}
          onChange={choose}
        />
      )}
      {(isOther ? (['from', 'to'] as const) : (['address'] as const)).map((name) => (
        <Typed key={name} form={form} name={name} maxLength={120} />
      ))}
      {(isOther || route === '') && (
        <Typed form={form} name="minutes" hint={t.minutesHint} inputMode="numeric" />
      )}
      <Typed form={form} name="flight" maxLength={12} />
    </>
  );
}

const spoken = optionsOf(languages, languageNames);
const furtherNames = ['buffer', 'bags', 'childAges', 'agency', 'voucher', 'email', 'sign', 'note'] as const;

/** The fields that most trips leave as they are, folded. */
export function MoreFields({ form, startsOpen }: FieldsProps & { readonly startsOpen: boolean }) {
  const { forms: t, cash } = useNamespace('trips');
  const { fields } = t;
  const [isOpen, setOpen] = useState(startsOpen);
  // The field with the error gets the focus.
  if (!isOpen && furtherNames.some((name) => form.fieldError(name) !== undefined)) setOpen(true);
  const id = useId();
  const agencies = useAgencies();
  const payments = [{ value: '' as const, label: t.noPayment }, ...optionsOf(tripPayments, cash.methods)];
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-card border border-line px-4 py-3"
    >
      <summary className="min-h-11 cursor-pointer content-center font-semibold">{t.more}</summary>
      <div className="mt-2 flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-3">
          {form.values.direction === 'from' && <Typed form={form} name="buffer" inputMode="numeric" />}
          <Typed form={form} name="bags" inputMode="numeric" />
        </div>
        <Typed form={form} name="childAges" hint={t.ages} />
        <Checkbox label={fields.wheelchair} {...form.checkbox('wheelchair')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <SelectField size="large" label={fields.payment} options={payments} {...form.control('payment')} />
          <SelectField size="large" label={fields.language} options={spoken} {...form.control('language')} />
          <Typed form={form} name="agency" maxLength={60} list={id} />
          <Typed form={form} name="voucher" maxLength={40} />
        </div>
        <datalist id={id}>
          {agencies.map((agency) => (
            <option key={agency}>{agency}</option>
          ))}
        </datalist>
        <Typed form={form} name="email" type="email" inputMode="email" maxLength={254} />
        <Typed form={form} name="sign" hint={t.signHint} maxLength={40} />
        <TextArea label={fields.note} rows={2} maxLength={500} {...form.control('note')} />
      </div>
    </details>
  );
}
