import { useState, type ChangeEvent } from 'react';
import { flushSync } from 'react-dom';
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
import { SelectField } from '../../forms/SelectField.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { focusInvalid } from '../../forms/focusField.ts';
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
  const [texts, setTexts] = useState(() => textsOf(subject.initial));
  const [problems, setProblems] = useState<BookingProblems>({});
  const set: Setter = (name, value) => {
    setTexts((current) => ({ ...current, [name]: value }));
    setProblems((current) => ({ ...current, [name]: undefined }));
  };
  const submit = (form: HTMLFormElement) => {
    const booking = bookingOf(texts, subject.initial);
    const found = problemsOf(booking);
    if (Object.keys(found).length > 0) {
      flushSync(() => setProblems(found));
      focusInvalid(form, false);
      return;
    }
    const row = savedRow(subject, booking);
    acts.change(({ bookings, unread, removed }) => ({
      removed,
      bookings: [...bookings.filter(({ id }) => id !== row.id), row],
      unread: unread.filter(({ id }) => id !== subject.unread?.id),
    }));
    onClose();
    onDone(t.saved(booking.name));
  };
  return (
    <FormDialog
      title={subject.row ? t.editTitle : t.addTitle}
      onClose={onClose}
      onSubmit={({ currentTarget }) => submit(currentTarget)}
    >
      {subject.unread && (
        <p className="rounded-card border border-line px-4 py-2.5 text-small [overflow-wrap:anywhere] whitespace-pre-line">
          {subject.unread.text}
        </p>
      )}
      <TripFields texts={texts} problems={problems} set={set} routes={routes} />
      <PassengerFields texts={texts} problems={problems} set={set} />
    </FormDialog>
  );
}

type Setter = <Name extends keyof Texts>(name: Name, value: Texts[Name]) => void;

interface FieldsProps {
  readonly texts: Texts;
  readonly problems: BookingProblems;
  readonly set: Setter;
}

/** The props of a text field, with the word for its problem. */
function useBinding({ texts, problems, set }: FieldsProps) {
  const { problems: words } = useNamespace('bookings');
  return (name: 'date' | 'time' | 'address' | 'flight' | 'people' | 'bags' | 'childAges' | 'name') => {
    const problem = problems[name];
    return {
      name,
      value: texts[name],
      error: problem && words[problem],
      autoComplete: 'off',
      onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
    };
  };
}

function TripFields({ routes, ...props }: FieldsProps & Pick<BookingEditorProps, 'routes'>) {
  const t = useNamespace('bookings');
  const bind = useBinding(props);
  const { texts, set } = props;
  const directions = bookingDirections.map((value) => ({ value, label: t.directions[value] }));
  return (
    <>
      <SelectField
        size="large"
        label={t.direction}
        value={texts.direction}
        options={directions}
        onChange={(direction) => set('direction', direction)}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t.date} type="date" {...bind('date')} />
        <TextField label={t.time} type="time" {...bind('time')} />
      </div>
      <SelectField
        size="large"
        label={t.route}
        value={texts.route}
        options={[
          { value: '', label: t.otherPlace },
          ...routes.map(({ id, name }) => ({ value: id, label: name.es })),
        ]}
        onChange={(route) => set('route', route)}
      />
      <TextField label={t.place} maxLength={bookingLimits.addressCharacters} {...bind('address')} />
      <TextField label={t.flight} maxLength={12} {...bind('flight')} />
    </>
  );
}

function PassengerFields(props: FieldsProps) {
  const t = useNamespace('bookings');
  const bind = useBinding(props);
  const { texts, set } = props;
  return (
    <>
      <TextField label={t.name} maxLength={bookingLimits.nameCharacters} {...bind('name')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={t.people} inputMode="numeric" {...bind('people')} />
        <TextField label={t.bags} inputMode="numeric" {...bind('bags')} />
      </div>
      <TextField label={t.childSeats} hint={t.ages} {...bind('childAges')} />
      <Checkbox
        label={t.wheelchair}
        checked={texts.wheelchair}
        onChange={(wheelchair) => set('wheelchair', wheelchair)}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SelectField
          size="large"
          label={t.language}
          value={texts.language}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
          onChange={(language) => set('language', language)}
        />
        <SelectField
          size="large"
          label={t.paying}
          value={texts.payment}
          options={payments.map((value) => ({ value, label: t.payments[value] }))}
          onChange={(payment) => set('payment', payment)}
        />
      </div>
    </>
  );
}
