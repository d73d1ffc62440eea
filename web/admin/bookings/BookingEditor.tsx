import {
  bookingDirections,
  bookingLimits,
  bookingProblems,
  flightOf,
  payments,
  type Booking,
  type BookingProblems,
} from '../../../shared/booking/booking.ts';
import type { Route } from '../../../shared/content/content.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import { languages } from '../../../shared/languages.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useForm, type Form } from '../../forms/useForm.ts';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { newUuid } from '../../util/uuid.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import type { ListedBooking } from './bookingStore.ts';
import type { BookingActs } from './useBookings.ts';

/** The origin of a form: a booking to correct, a message that could not be read, or nothing. */
export interface FormSubject {
  /** The booking that is corrected; null for a new one. */
  readonly row: ListedBooking | null;
  /** The message that is typed in. */
  readonly unread: { readonly id: string; readonly text: string; readonly phone: string | null } | null;
  readonly initial: Partial<Booking>;
}

interface BookingEditorProps extends Pick<SectionProps, 'onDone'> {
  readonly subject: FormSubject;
  readonly routes: readonly Route[];
  readonly acts: BookingActs;
  readonly onClose: () => void;
}

function textsOf(initial: Partial<Booking>) {
  return {
    direction: initial.direction ?? 'from',
    date: initial.date ?? chileanDay(new Date()),
    time: initial.time ?? '',
    route: initial.route ?? '',
    address: initial.address ?? '',
    flight: initial.flight ?? '',
    people: `${initial.people ?? 1}`,
    bags: `${initial.bags ?? 0}`,
    childAges: (initial.childAges ?? []).join(', '),
    name: initial.name ?? '',
    language: initial.language ?? ('es' as const),
    payment: initial.payment ?? ('cash' as const),
    wheelchair: initial.wheelchair ?? false,
  };
}

/** The fields as they are typed. */
type Texts = ReturnType<typeof textsOf>;

function bookingOf(texts: Texts, initial: Partial<Booking>): Booking {
  const whole = (text: string) => (/^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN);
  return {
    ...texts,
    flight: flightOf(texts.flight) ?? texts.flight.trim(),
    people: whole(texts.people),
    bags: whole(texts.bags),
    childAges: texts.childAges
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(whole),
    pesos: initial.pesos ?? null,
    release: initial.release ?? 0,
  };
}

/** Staff also enter a trip that has begun: a time that is past is no problem. */
function problemsOf(booking: Booking): BookingProblems {
  const { date, ...others } = bookingProblems(booking, new Date());
  return date === undefined || date === 'past' ? others : { date, ...others };
}

/** The booking with these fields: the corrected one, or a new one. */
function savedRow({ row, unread }: FormSubject, booking: Booking): ListedBooking {
  if (row) return { ...row, booking, differs: [], changed: false };
  return {
    id: newUuid(),
    booking,
    text: unread?.text ?? '',
    phone: unread?.phone ?? null,
    differs: [],
    driver: null,
    vehicle: null,
    changed: false,
  };
}

/** Types a booking in, or corrects one. */
export function BookingEditor({ subject, routes, acts, onDone, onClose }: BookingEditorProps) {
  const t = useNamespace('bookings');
  const form = useForm<Texts, void>({
    initial: textsOf(subject.initial),
    check: (texts) => problemsOf(bookingOf(texts, subject.initial)),
    phrases: t.problems,
    submit: (texts) => {
      const booking = bookingOf(texts, subject.initial);
      const row = savedRow(subject, booking);
      acts.change(({ bookings, unread, removed }) => ({
        removed,
        bookings: [...bookings.filter(({ id }) => id !== row.id), row],
        unread: unread.filter(({ id }) => id !== subject.unread?.id),
      }));
      onClose();
      onDone(t.saved(booking.name));
      return Promise.resolve();
    },
  });
  return (
    <FormDialog title={subject.row ? t.editTitle : t.addTitle} form={form} onClose={onClose}>
      {subject.unread && (
        <p className="rounded-card border border-line px-4 py-2.5 text-small [overflow-wrap:anywhere] whitespace-pre-line">
          {subject.unread.text}
        </p>
      )}
      <TripFields form={form} routes={routes} />
      <PassengerFields form={form} />
    </FormDialog>
  );
}

interface FieldsProps {
  readonly form: Form<Texts, void>;
}

function TripFields({ form, routes }: FieldsProps & Pick<BookingEditorProps, 'routes'>) {
  const t = useNamespace('bookings');
  const places = routes.map(({ id, name }) => ({ value: id, label: name.es }));
  return (
    <>
      <SelectField
        size="large"
        label={t.direction}
        options={optionsOf(bookingDirections, t.directions)}
        {...form.control('direction')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t.date} type="date" {...form.field('date')} />
        <TextField label={t.time} type="time" {...form.field('time')} />
      </div>
      <SelectField
        size="large"
        label={t.route}
        options={[{ value: '', label: t.otherPlace }, ...places]}
        {...form.control('route')}
      />
      <TextField
        label={t.place}
        autoComplete="off"
        maxLength={bookingLimits.addressCharacters}
        {...form.field('address')}
      />
      <TextField label={t.flight} autoComplete="off" maxLength={12} {...form.field('flight')} />
    </>
  );
}

function PassengerFields({ form }: FieldsProps) {
  const t = useNamespace('bookings');
  return (
    <>
      <TextField
        label={t.name}
        autoComplete="off"
        maxLength={bookingLimits.nameCharacters}
        {...form.field('name')}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t.people} inputMode="numeric" autoComplete="off" {...form.field('people')} />
        <TextField label={t.bags} inputMode="numeric" autoComplete="off" {...form.field('bags')} />
      </div>
      <TextField label={t.childSeats} hint={t.ages} autoComplete="off" {...form.field('childAges')} />
      <Checkbox label={t.wheelchair} {...form.checkbox('wheelchair')} />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          size="large"
          label={t.language}
          options={optionsOf(languages, languageNames)}
          {...form.control('language')}
        />
        <SelectField
          size="large"
          label={t.paying}
          options={optionsOf(payments, t.payments)}
          {...form.control('payment')}
        />
      </div>
    </>
  );
}
