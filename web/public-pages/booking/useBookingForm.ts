import { useState } from 'react';
import { bookingLimits, bookingProblems, type BookingProblem } from '../../../shared/booking/booking.ts';
import { chileanStampAfter } from '../../../shared/chile/stampAfter.ts';
import { chileanMoment } from '../../../shared/chile/time.ts';
import { bufferMinutesOf } from '../../../shared/content/waiting.ts';
import { useRelease } from '../../content/ContentProvider.tsx';
import { useChileanClock } from '../../util/time/useChileanDay.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import {
  bookingOf,
  newValues,
  openingValues,
  storeBooking,
  storedBooking,
  turnedRound,
  type BookingValues,
} from './values.ts';

/** The fields of the form that can have a problem. */
export type ProblemField = Exclude<
  keyof BookingValues,
  'id' | 'direction' | 'wheelchair' | 'payment' | 'route'
>;

function useProblemText() {
  const { problems: t } = useNamespace('booking');
  const ranges: Partial<Record<ProblemField, string>> = {
    people: t.people(bookingLimits.people),
    bags: t.bags(bookingLimits.bags),
    childAges: t.childAges(bookingLimits.childAgeYears),
  };
  return (field: ProblemField, problem: BookingProblem): string => {
    if (problem === 'number') return ranges[field] ?? t.required;
    return problem === 'seats' ? t.seats(bookingLimits.childSeats) : t[problem];
  };
}

/** The booking as it is typed. Every change is stored on the passenger's phone, so that a reload loses nothing. */
export function useBookingForm() {
  const { language } = useLanguage();
  const { release } = useRelease();
  const [values, setValues] = useState(() => openingValues(window.location.hash.slice(1)));
  const [tried, setTried] = useState(false);
  const [left, setLeft] = useState<readonly ProblemField[]>([]);
  const [cleared, setCleared] = useState<BookingValues | null>(null);
  const [date = '', time = ''] = useChileanClock().split('T');
  const booking = bookingOf(values, language, release);
  const problems = bookingProblems(booking, chileanMoment(date, time) ?? new Date(0));
  const textOf = useProblemText();

  const change = (next: BookingValues) => {
    storeBooking(next);
    setValues(next);
    setCleared(null);
  };
  /** A field is wrong once the passenger has left it, an empty one not before they want to send. */
  const problemOf = (field: ProblemField): string | undefined => {
    const problem = problems[field];
    const isShown = tried || (left.includes(field) && values[field] !== '');
    return problem && isShown ? textOf(field, problem) : undefined;
  };
  const startAgain = () => {
    setTried(false);
    setLeft([]);
  };
  const buffer = bufferMinutesOf(release.content.company);
  const landed = booking.direction === 'from' ? chileanStampAfter(booking.date, booking.time, buffer) : null;
  return {
    values,
    booking,
    /** The clock of the pick-up, which follows from the landing: `19:00`; empty where the passenger chooses it. */
    pickup: landed?.split(' ')[1] ?? '',
    /** The same until the form holds another booking, also after it was sent: what follows changes that trip. */
    id: values.id,
    isComplete: Object.keys(problems).length === 0,
    problemOf,
    set: (changes: Partial<BookingValues>) => change({ ...values, ...changes }),
    /** Shows everything that is missing. */
    showProblems: () => setTried(true),
    leave: (field: ProblemField) => setLeft([...left, field]),
    turnRound: () => {
      startAgain();
      change(turnedRound(values));
    },
    /** The passenger has the booking in WhatsApp now; this page shows it until it is left. */
    forget: () => storedBooking.remove(),
    clear: () => {
      storedBooking.remove();
      startAgain();
      setValues(newValues());
      setCleared(values);
    },
    /** Brings back the values that were just cleared; null once something else was typed. */
    restore: cleared && (() => change(cleared)),
  };
}

export type BookingForm = ReturnType<typeof useBookingForm>;
